"""What queries cost, in steps of SQLite's machine: the same at each run, however busy the real machine is."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def steps_counted() -> Iterator[list[int]]:
    """A list that gets one item for each step taken meanwhile."""
    taken: list[int] = []
    connection.ensure_connection()
    counted = connection.connection
    counted.set_progress_handler(lambda: taken.append(1), 1)
    try:
        yield taken
    finally:
        counted.set_progress_handler(None, 1)
