"""Scenes that a process builds once, and puts back into the database whenever a test asks for one again."""

import copy
from collections.abc import Callable, Hashable
from typing import Any

from django.db import connection

from .stage import Send, Stage

Rows = dict[str, set[tuple[Any, ...]]]

_kept: dict[Hashable, tuple[Stage, Rows]] = {}


def scene(send: Send, name: Hashable, build: Callable[[], Stage]) -> Stage:
    """The scene of this name, as it was when it was built: nothing that was done in it since is there.

    Only in SQLite can rows be put back as they are read; elsewhere each scene is built anew.
    """
    if connection.vendor != "sqlite":
        return build()
    if name not in _kept:
        before = _rows()
        stage = build()
        added = {table: rows - before[table] for table, rows in _rows().items()}
        _kept[name] = copy.deepcopy(stage), added
        return stage
    stage, rows = _kept[name]
    _put_back(rows)
    again = copy.deepcopy(stage)
    again.send = send
    return again


def _rows() -> Rows:
    with connection.cursor() as cursor:
        found: Rows = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = set(cursor.fetchall())
        return found


def _put_back(rows: Rows) -> None:
    with connection.cursor() as cursor:
        for table, added in rows.items():
            if added:
                places = ", ".join("%s" for _ in next(iter(added)))
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', sorted(added, key=repr))
