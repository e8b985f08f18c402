"""Open connections that nobody uses, kept for the next request.

Opening a connection costs more than the queries of most requests: some forty
functions are registered and seven settings made. Before a connection is handed out
its file is checked, and if the file was replaced the connection is closed.
"""

import os
import sqlite3
from collections import defaultdict
from threading import Lock
from typing import Final

MOST: Final = 8
"""How many connections are kept for each file: a process seldom uses more at once."""

_Kept = tuple[sqlite3.Connection, tuple[int, int]]

_changing = Lock()
_idle: dict[str, list[_Kept]] = defaultdict(list)


def take(path: str) -> sqlite3.Connection | None:
    """A connection to the file as it is now, or None if none is kept."""
    while True:
        with _changing:
            if not _idle[path]:
                return None
            connection, file = _idle[path].pop()
        if file == _identity(path):
            return connection
        connection.close()


def give(path: str, connection: sqlite3.Connection) -> None:
    """Keep a connection that has no transaction; close it if there are enough, or if its file is gone."""
    file = _identity(path)
    with _changing:
        if file is not None and len(_idle[path]) < MOST:
            _idle[path].append((connection, file))
            return
    connection.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


# A connection must not be used by a process that did not open it, not even to close it.
_inherited: list[dict[str, list[_Kept]]] = []


def _forget() -> None:
    global _idle, _changing
    _inherited.append(_idle)
    _idle, _changing = defaultdict(list), Lock()


os.register_at_fork(after_in_child=_forget)
