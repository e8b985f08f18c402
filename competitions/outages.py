"""Distinguish outages of the database and of Redis from other errors, let callers skip servers that do not
answer, and close dead connections."""

import logging
import sqlite3
import sys
from threading import Lock
from time import monotonic
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)


def is_outage(error: BaseException | None) -> bool:
    """Whether the error shows that Redis cannot be reached, or that the database cannot be reached, is full
    or damaged, or was locked for too long."""
    away = isinstance(error, OperationalError | InterfaceError) or _is_away_from_redis(error)
    return away or _is_damage(error)


def _is_away_from_redis(error: BaseException | None) -> bool:
    redis = sys.modules.get("redis")  # A site without Redis never imports the library.
    return redis is not None and isinstance(error, (redis.ConnectionError, redis.TimeoutError))


def _is_damage(error: BaseException | None) -> bool:
    # For a damaged file, or a file that is not a database, Django raises a plain DatabaseError. Only SQLite's
    # error code tells the cause.
    code = getattr(error.__cause__, "sqlite_errorcode", 0) if isinstance(error, DatabaseError) else 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


REST_S: Final = 1.0
"""For this many seconds after a server has not answered, no caller asks that server."""


class Rest:
    """Lets callers skip a server that did not answer. For `REST_S` seconds after a failure, nobody asks the
    server. After that, one caller in each `REST_S` seconds asks the server, until it answers. So a server
    that hangs holds up only these callers, and not all."""

    def __init__(self) -> None:
        self._until: float | None = None
        self._changing = Lock()

    def may_ask(self) -> bool:
        """Whether to ask the server now. After asking, the caller calls `answered` or `failed`."""
        with self._changing:
            if self._until is None:
                return True
            if monotonic() < self._until:
                return False
            self._until = monotonic() + REST_S
            return True

    @property
    def is_well(self) -> bool:
        """Whether the server answered when it was asked last. True before the first time."""
        return self._until is None

    def answered(self) -> None:
        with self._changing:
            self._until = None

    def failed(self) -> None:
        with self._changing:
            self._until = monotonic() + REST_S


def close_connection() -> None:
    """Close this thread's connection to the database. A failure is only logged. The next query opens a new
    connection."""
    try:
        connection.close()
    except Exception:
        logger.warning("a connection to the database could not be closed", exc_info=True)
