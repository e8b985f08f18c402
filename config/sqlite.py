"""Connections to SQLite. Writers of this process take turns, in the order in which they came.

SQLite itself has no queue: a writer that finds the database locked sleeps and tries again after growing
pauses. Under load, newcomers would overtake others, and some would wait for seconds. Here each transaction
waits in line before it begins, because each begins as a writer (`transaction_mode`). A writing statement
outside a transaction waits in line, too. SQLite still waits for writers of other processes.
"""

import os
import sqlite3
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, Final

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
BEGINS: Final = "BEGIN"


class Writers:
    """A lock for which writers wait in order: the one that has waited longest gets it next."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._taken = False
        self.waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds for the lock. Return whether the caller has the lock now."""
        with self._changing:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self.waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._changing:
            if turn not in self.waiting:  # the lock was given at the last moment
                return True
            self.waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Pass the lock to the next writer. Call it once for each `enter` that returned True."""
        with self._changing:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self._taken = False


_writers: defaultdict[str, Writers] = defaultdict(Writers)
"""The writers' lock of each database file that this process has open, keyed by the path of the file."""


class _Here(threading.local):
    reads_only = False


_here: Final = _Here()


def reads_only() -> bool:
    """Whether this thread opened its connection while the file could only be read. SQLite then never writes
    through this connection, not even when the file can be written again."""
    return _here.reads_only


class QueuedConnection(sqlite3.Connection):
    """A connection whose writes wait for their turn. Django's option `factory` names this class."""

    def __init__(self, database: str, timeout: float = 5.0, **options: Any) -> None:
        path = os.path.abspath(database)
        _here.reads_only = os.path.exists(path) and not os.access(path, os.W_OK)
        super().__init__(database, timeout, **options)
        self._writers = _writers[path]
        self._timeout = timeout
        self._has_turn = False

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        return super().cursor(_queueing(factory))

    def commit(self) -> None:
        super().commit()
        self._leave()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self._leave()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._leave()

    @contextmanager
    def turn_for(self, statement: str) -> Iterator[None]:
        """Wait for the turn to write. `BEGIN` keeps the turn until the transaction ends; a single write gives
        the turn back afterwards. Reads, and statements in a transaction, do not wait.

        Raises `sqlite3.OperationalError` after the timeout.
        """
        begins = statement.startswith(BEGINS)
        if self.in_transaction or not (begins or statement.startswith(WRITES)):
            yield
            return
        if not self._writers.enter(self._timeout):
            raise sqlite3.OperationalError("database is locked")
        self._has_turn = True
        try:
            yield
        except BaseException:
            self._leave()
            raise
        if not begins:
            self._leave()

    def _leave(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._writers.leave()


class Queueing(sqlite3.Cursor):
    connection: QueuedConnection

    def execute(self, statement: str, *parameters: Any) -> Any:
        with self.connection.turn_for(statement):
            return super().execute(statement, *parameters)

    def executemany(self, statement: str, parameters: Any) -> Any:
        with self.connection.turn_for(statement):
            return super().executemany(statement, parameters)


@cache
def _queueing(factory: type[sqlite3.Cursor]) -> type[sqlite3.Cursor]:
    """A class of cursors like `factory`, whose statements wait for their turn."""
    return type(factory.__name__, (Queueing, factory), {})
