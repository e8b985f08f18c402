"""How long a thread waits for a statement or a lock of PostgreSQL, and that its connection lives.

A request waits for seconds, a job for minutes, and a command in the main thread as long as it takes.
"""

import threading
import time
from typing import Any, Final, NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.backends.signals import connection_created

from .pulse import pulse

LONGEST_SEARCH_S: Final = 0.5
"""How long a thread looks for a connection that lives. A dead one is found out at once."""


class Limits(NamedTuple):
    """How many seconds a statement, and each lock that it needs, may take; 0: no limit."""

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
    """Give this thread the limits of a job from its next connection on."""
    _here.limits = JOB


def limits_here() -> Limits:
    """The limits of this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    return COMMAND if is_main else _here.limits


def limit_connections() -> None:
    """Give each connection to PostgreSQL the limits of the thread that takes it."""
    connection_created.connect(_prepare)


def _prepare(connection: Any, **_: object) -> None:
    """Set the limits; a connection that is dead is put away, and the next is tried.

    The pool checks no connection: it pauses for most of a second after each dead one, so that after a
    restart of the server every other request would be refused.
    """
    if connection.vendor != "postgresql" or _here.connecting:
        return
    _here.connecting = True  # a cursor connects again, and so calls this again
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
