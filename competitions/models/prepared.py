"""Queries of every request, compiled once: to compile one takes several times what its database does."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Found = TypeVar("Found", bound=Model)


class _Compiled(NamedTuple):
    sql: str
    params: tuple[Any, ...]
    """With the examples still in them."""
    model: type[Model]
    columns: list[str]
    """Attribute names of the model's own columns, which come first."""
    populators: list[Any]
    """What fills in each related object."""
    converters: dict[int, tuple[list[Any], Any]]


class Prepared(Generic[Found]):
    """What a queryset finds whose shape never changes, only its values.

    `build` makes the queryset of some values, and `examples` are such values,
    of their types, unlike each other and unlike any constant in the queryset.
    It may follow foreign keys with `select_related`, and annotate nothing.
    """

    def __init__(self, build: Callable[..., QuerySet[Found]], *examples: Any) -> None:
        self.build, self.examples = build, examples
        self.compiled: dict[str, _Compiled] = {}

    def first(self, *values: Any) -> Found | None:
        """The first row for these values, if there is one."""
        compiled = self._compiled()
        given = dict(zip(self.examples, values, strict=True))
        params = [given.get(param, param) for param in compiled.params]
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, params)
            row = cursor.fetchone()
        return None if row is None else _instance(compiled, list(row))

    def _compiled(self) -> _Compiled:
        """The statement in the dialect of the database; two threads may compile it, to the same end."""
        compiled = self.compiled.get(connection.vendor)
        if compiled is None:
            compiled = self.compiled[connection.vendor] = _compile(self.build(*self.examples)[:1])
        return compiled


def _compile(queryset: QuerySet[Any]) -> _Compiled:
    compiler = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    start, *_, last = compiler.klass_info["select_fields"]
    return _Compiled(
        sql,
        params,
        compiler.klass_info["model"],
        [column[0].target.attname for column in compiler.select[start : last + 1]],
        get_related_populators(compiler.klass_info, compiler.select, connection.alias),
        compiler.get_converters([column[0] for column in compiler.select]),
    )


def _instance(compiled: _Compiled, row: list[Any]) -> Any:
    for position, (converters, expression) in compiled.converters.items():
        for convert in converters:
            row[position] = convert(row[position], expression, connection)
    found = compiled.model.from_db(connection.alias, compiled.columns, row[: len(compiled.columns)])
    for populator in compiled.populators:
        populator.populate(row, found)
    return found
