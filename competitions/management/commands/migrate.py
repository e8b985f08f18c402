"""`manage.py migrate`, in one process at a time. A second process waits for the first, and then finds nothing
left to do."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from ...upgrades import fault

KEY: Final = 4_832_069_117
"""The key of the advisory lock in PostgreSQL. All releases must use this one key, so that their `migrate`
commands wait for each other."""

PAUSE_S: Final = 0.2


class Command(migrate.Command):
    def handle(self, *arguments: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if sentence := fault(connection):
            raise CommandError(sentence)
        with _in_folder(connection) if connection.vendor == "sqlite" else _on_server(connection) as taken:
            if not taken():
                self.stdout.write("Waiting for another migrate to end…")
                while not taken():
                    time.sleep(PAUSE_S)
            super().handle(*arguments, **options)


@contextmanager
def _in_folder(connection: Any) -> Iterator[Callable[[], bool]]:
    """Yield a function that tries to lock the folder of an SQLite file. The lock is freed when the context
    ends."""
    folder = os.open(Path(connection.settings_dict["NAME"]).parent, os.O_RDONLY)

    def taken() -> bool:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    try:
        yield taken
    finally:
        os.close(folder)


@contextmanager
def _on_server(connection: Any) -> Iterator[Callable[[], bool]]:
    """Yield a function that tries to take the advisory lock. The lock is freed when the context ends.

    The function does not wait for the lock: while a statement waits, the other process could not build an
    index concurrently.
    """

    def ask(function: str) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s)", [KEY])
            return bool(cursor.fetchone()[0])

    try:
        yield lambda: ask("pg_try_advisory_lock")
    finally:
        ask("pg_advisory_unlock")
