"""A service without limits in the way, walks through it, and scenes that a process builds once."""

import copy
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

import pytest
from django.db import connection

from .stage import Send, Stage, open_scene, sealed_scene
from .walk import through_django

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


@pytest.fixture
def send(db: None, unlimited: None) -> Send:
    return through_django()


@pytest.fixture
def sealed(send: Send) -> Callable[..., Stage]:
    """A sealed scene of a game, this many moves in."""

    def sealed(
        game: str = "three-by-three",
        ply: int = 3,
        *,
        rules: Mapping[str, str] | None = None,
        small: bool = False,
        **settings: str,
    ) -> Stage:
        rules = rules or {}
        build = partial(sealed_scene, send, game, rules, ply, small=small, **settings)
        return scene(send, ("sealed", game, *rules.items(), ply, small, *settings.items()), build)

    return sealed


@pytest.fixture
def opened(send: Send) -> Callable[..., Stage]:
    """An open scene of a game, this many moves in."""

    def opened(game: str = "three-by-three", ply: int = 3, **rules: str) -> Stage:
        build = partial(open_scene, send, game, rules, ply)
        return scene(send, ("open", game, *rules.items(), ply), build)

    return opened
