"""Time limits for statements and locks of PostgreSQL, set on each new connection.

A request may wait for seconds, a job for minutes, and a command in the main thread without limit.
"""

import threading
import time
from typing import Any, Final, NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.backends.signals import connection_created

from .pulse import pulse

LONGEST_SEARCH_S: Final = 0.5
"""For how many seconds a thread tries one connection of the pool after another, until one works. A dead
connection fails at once."""


class Limits(NamedTuple):
    """How many seconds a statement may take at most, and how many it may wait for each lock. 0 means no
    limit."""

    statement_s: int
    lock_s: int


REQUEST: Final = Limits(statement_s=20, lock_s=8)
JOB: Final = Limits(statement_s=900, lock_s=60)
COMMAND: Final = Limits(statement_s=0, lock_s=0)


class _Here(threading.local):
    limits = REQUEST
    connecting = False


_here: Final = _Here()


def wait_like_a_job() -> None:
    """Set the limits of a job for the next connections of this thread."""
    _here.limits = JOB


def limits_here() -> Limits:
    """The limits that are set on connections of this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    return COMMAND if is_main else _here.limits


def limit_connections() -> None:
    """From now on, set on each connection the limits of the thread that takes it."""
    connection_created.connect(_prepare)


def _prepare(connection: Any, **_: object) -> None:
    """Set the limits on a working connection. Dead connections are closed.

    The pool itself must not check connections, because it would pause for most of a second after each dead
    one. After a restart of the server, many requests would then be refused.
    """
    if connection.vendor != "postgresql" or _here.connecting:
        return
    _here.connecting = True  # Opening a cursor connects, which calls this function again.
    try:
        _find_living(connection)
    finally:
        _here.connecting = False


def _find_living(connection: Any) -> None:
    statement_s, lock_s = limits_here()
    end = time.monotonic() + LONGEST_SEARCH_S
    while True:
        try:
            with connection.cursor() as cursor:
                pulse.keep(cursor.connection)
                cursor.execute(f"SET statement_timeout = '{statement_s}s'; SET lock_timeout = '{lock_s}s'")
            return
        except (OperationalError, InterfaceError):
            connection.close()
            if time.monotonic() > end:
                raise
