"""Distinguish outages of the database and of Redis from other errors, and close dead connections."""

import logging
import sqlite3
import sys

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
    # SQLite has no exception of its own for a damaged file, or for a file that is not a database.
    code = getattr(error.__cause__, "sqlite_errorcode", 0) if isinstance(error, DatabaseError) else 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def close_connection() -> None:
    """Close this thread's connection to the database. A failure is only logged. The next query opens a new
    connection."""
    try:
        connection.close()
    except Exception:
        logger.warning("a connection to the database could not be closed", exc_info=True)
