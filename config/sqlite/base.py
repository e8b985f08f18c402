"""Django's SQLite backend, with connections that are kept and writers that queue.

A transaction queues before it begins, because `transaction_mode` makes each one a
writer's; so does a single statement that writes. For writers of other processes
SQLite itself waits.
"""

import os
import weakref
from collections import defaultdict
from typing import Any, Final

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from . import idle
from .writers import Writers

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")

_writers: defaultdict[str, Writers] = defaultdict(Writers)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor whose writes wait for their turn, unless they are part of a transaction that has it."""

    writers: Writers | None = None
    timeout: float

    def execute(self, query: str, params: Any = None) -> Any:
        if not self._must_wait(query):
            return super().execute(query, params)
        _enter(self.writers, self.timeout)
        try:
            return super().execute(query, params)
        finally:
            self.writers.leave()

    def executemany(self, query: str, param_list: Any) -> Any:
        if not self._must_wait(query):
            return super().executemany(query, param_list)
        _enter(self.writers, self.timeout)
        try:
            return super().executemany(query, param_list)
        finally:
            self.writers.leave()

    def _must_wait(self, query: str) -> bool:
        return self.writers is not None and query.startswith(WRITES) and not self.connection.in_transaction


class DatabaseWrapper(base.DatabaseWrapper):
    """One thread's use of the database."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._has_turn = False
        self._cursors: weakref.WeakSet[Cursor] = weakref.WeakSet()

    @property
    def _path(self) -> str:
        return os.path.abspath(self.settings_dict["NAME"])

    @property
    def _timeout(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", 5))

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.is_in_memory_db():
            return super().get_new_connection(conn_params)
        return idle.take(self._path) or super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Cursor:
        cursor = self.connection.cursor(factory=Cursor)
        if not self.is_in_memory_db():
            cursor.writers, cursor.timeout = _writers[self._path], self._timeout
            self._cursors.add(cursor)
        return cursor

    def _close(self) -> None:
        try:
            if self.connection is None:
                return
            cursors, self._cursors = list(self._cursors), weakref.WeakSet()
            sound = not (self.errors_occurred or self.in_atomic_block or self.connection.in_transaction)
            if not sound or self.is_in_memory_db():
                super()._close()
                return
            for cursor in cursors:  # one that was not read to its end would keep its snapshot open
                cursor.close()
            idle.give(self._path, self.connection)
        finally:
            self._give_up_turn()

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            _enter(_writers[self._path], self._timeout)
            self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._give_up_turn()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._give_up_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._give_up_turn()

    def _give_up_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _writers[self._path].leave()


def _enter(writers: Writers, timeout: float) -> None:
    if not writers.enter(timeout):
        raise OperationalError("database is locked")
