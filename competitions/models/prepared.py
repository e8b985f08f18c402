"""Queries that are made again and again, compiled once: compiling takes several times as long as running."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Field, Model, Prefetch, QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Found = TypeVar("Found")


class Prepared(Generic[Found]):
    """A query of which only the values change, never the shape.

    `build` makes the queryset for given values. `examples` are such values: of the
    right types, different from each other and from every constant in the queryset.
    The queryset may be one of `values_list`. Else it may follow foreign keys with
    `select_related`, and read with `Prefetch` the rows of other tables that point at
    what is found: one more query for each table and each row found. No value may be
    None, or a list.
    """

    def __init__(self, build: Callable[..., QuerySet[Any]], *examples: Any) -> None:
        self.build, self.examples = build, examples
        self.compiled: dict[tuple[str, bool], _Compiled] = {}

    def first(self, *values: Any) -> Found | None:
        """The first row for these values, if there is one."""
        rows = self._rows(values, just_one=True)
        return rows[0] if rows else None

    def get(self, *values: Any) -> Found:
        """The first row for these values; raises the model's DoesNotExist."""
        found = self.first(*values)
        if found is None:
            raise self.build(*self.examples).model.DoesNotExist
        return found

    def all(self, *values: Any) -> list[Found]:
        """Every row for these values. Of more or fewer values than the examples, which `build` may take where
        the query names a list, the query is compiled each time."""
        if len(values) != len(self.examples):
            return list(self.build(*values))
        return self._rows(values, just_one=False)

    def complete(self, found: Model) -> None:
        """Read what the queryset prefetches for an instance that was found otherwise, unless it has been."""
        for children in self._compiled(just_one=True).children:
            if not children.are_read_for(found):
                children.read_for(found)

    def _rows(self, values: Sequence[Any], *, just_one: bool) -> list[Found]:
        compiled = self._compiled(just_one)
        if compiled.locks and not connection.in_atomic_block:
            raise TransactionManagementError("A row is locked until its transaction ends, and there is none.")
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, _filled(compiled.params, values))
            rows = cursor.fetchall()
        found = [compiled.made(_converted(row, compiled.converters)) for row in rows]
        for children in compiled.children:
            for each in found:
                children.read_for(each)
        return found

    def _compiled(self, just_one: bool) -> "_Compiled":
        """The statement in the database's dialect. If two threads compile it, both get the same."""
        shape = connection.vendor, just_one
        compiled = self.compiled.get(shape)
        if compiled is None:
            queryset = self.build(*self.examples)
            compiled = _compile(queryset[:1] if just_one else queryset, self.examples)
            self.compiled[shape] = compiled
        return compiled


class Question:
    """Whether there is any row in each of some querysets, asked in one statement.

    `build` and `examples` are as for `Prepared`, but `build` makes several querysets.
    """

    def __init__(self, build: Callable[..., Iterable[QuerySet[Any]]], *examples: Any) -> None:
        self.build, self.examples = build, examples
        self.compiled: dict[str, tuple[str, _Params]] = {}

    def ask(self, *values: Any) -> list[bool]:
        """One answer for each of the querysets, in their order."""
        sql, params = self._compiled()
        with connection.cursor() as cursor:
            cursor.execute(sql, _filled(params, values))
            return [bool(answer) for answer in cursor.fetchone()]

    def _compiled(self) -> "tuple[str, _Params]":
        compiled = self.compiled.get(connection.vendor)
        if compiled is None:
            parts = [
                queryset.query.exists().get_compiler(connection=connection).as_sql()
                for queryset in self.build(*self.examples)
            ]
            sql = "SELECT " + ", ".join(f"EXISTS ({part})" for part, _ in parts)
            params = [param for _, params in parts for param in params]
            compiled = self.compiled[connection.vendor] = sql, _placed(params, self.examples)
        return compiled


_Params = list[tuple[Any, int | None]]
"""Each parameter: a constant, or the place of its value among those given."""


def _placed(params: Iterable[Any], examples: Sequence[Any]) -> _Params:
    known = [_as_parameter(example) for example in examples]
    return [(None, known.index(param)) if param in known else (param, None) for param in params]


def _filled(params: _Params, values: Sequence[Any]) -> list[Any]:
    given = [_as_parameter(value) for value in values]
    return [constant if place is None else given[place] for constant, place in params]


class _Compiled(NamedTuple):
    sql: str
    params: _Params
    locks: bool
    """Whether it locks the rows that it finds: `select_for_update`."""
    converters: dict[int, tuple[list[Any], Any]]
    made: Callable[[list[Any]], Any]
    """What is made of a row."""
    children: "list[_Children]"


class _Columns(NamedTuple):
    """How a row becomes an instance with its related ones."""

    model: type[Model]
    own: list[str]
    """Attribute names of the model's own columns, which come first."""
    populators: list[Any]
    """The functions that fill in the related objects."""

    def instance(self, row: list[Any]) -> Any:
        found = self.model.from_db(connection.alias, self.own, row[: len(self.own)])
        for populator in self.populators:
            populator.populate(row, found)
        return found


class _Children(NamedTuple):
    """The rows of another table that point at one found, where `prefetch_related` would put them."""

    key: Field
    """The foreign key with which they do."""
    rows: Prepared[Any]

    def are_read_for(self, parent: Model) -> bool:
        return self.key.remote_field.cache_name in getattr(parent, "_prefetched_objects_cache", ())

    def read_for(self, parent: Model) -> None:
        rows = self.rows.all(parent.pk)
        for row in rows:
            self.key.set_cached_value(row, parent)
        relation = self.key.remote_field
        read = getattr(parent, relation.get_accessor_name()).get_queryset()
        read._result_cache, read._prefetch_done = rows, True
        if not hasattr(parent, "_prefetched_objects_cache"):
            parent._prefetched_objects_cache = {}
        parent._prefetched_objects_cache[relation.cache_name] = read


def _compile(queryset: QuerySet[Any], examples: Sequence[Any]) -> _Compiled:
    compiler = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    return _Compiled(
        sql,
        _placed(params, examples),
        queryset.query.select_for_update,
        compiler.get_converters([column[0] for column in compiler.select]),
        _maker(queryset, compiler),
        [_children(queryset.model, each) for each in queryset._prefetch_related_lookups],
    )


def _maker(queryset: QuerySet[Any], compiler: SQLCompiler) -> Callable[[list[Any]], Any]:
    if issubclass(queryset._iterable_class, ModelIterable):
        start, *_, last = compiler.klass_info["select_fields"]
        columns = _Columns(
            compiler.klass_info["model"],
            [column[0].target.attname for column in compiler.select[start : last + 1]],
            get_related_populators(compiler.klass_info, compiler.select, connection.alias),
        )
        return columns.instance
    return (lambda row: row[0]) if issubclass(queryset._iterable_class, FlatValuesListIterable) else tuple


def _children(parent: type[Model], read: Prefetch) -> _Children:
    key = parent._meta.get_field(read.prefetch_through).field
    return _Children(key, Prepared(lambda pk: read.queryset.filter(**{key.name: pk}), "a parent"))


def _converted(row: Sequence[Any], converters: dict[int, tuple[list[Any], Any]]) -> list[Any]:
    row = list(row)
    for position, (functions, expression) in converters.items():
        for convert in functions:
            row[position] = convert(row[position], expression, connection)
    return row


def _as_parameter(value: Any) -> Any:
    """The value as the database's driver takes it: SQLite has no moments, only texts."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
