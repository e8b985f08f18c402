"""Queries that every request makes, compiled once: compiling takes several times as long as running them."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Found = TypeVar("Found", bound=Model)


class _Compiled(NamedTuple):
    sql: str
    params: tuple[Any, ...]
    """The parameters of the compiled query, the example values among them."""
    model: type[Model]
    columns: list[str]
    """Attribute names of the model's own columns, which come first."""
    populators: list[Any]
    """The functions that fill in the related objects."""
    converters: dict[int, tuple[list[Any], Any]]


class Prepared(Generic[Found]):
    """A query of which only the values change, never the shape.

    `build` makes the queryset for given values. `examples` are such values: of the
    right types, different from each other and from every constant in the queryset.
    The queryset may follow foreign keys with `select_related`, but must not annotate.
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
        """The statement in the database's dialect. If two threads compile it, both get the same."""
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
