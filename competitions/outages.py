"""Telling an outage of the database, or of Redis, from a fault in the request; and closing a connection that
may be dead."""

import logging
import sqlite3
import sys

from django.db import DatabaseError, InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)


def is_outage(error: BaseException | None) -> bool:
    """Whether the database is away, full, locked for too long or damaged, or Redis is away: the request is
    not at fault."""
    away = isinstance(error, OperationalError | InterfaceError) or _is_away_from_redis(error)
    return away or _is_damage(error)


def _is_away_from_redis(error: BaseException | None) -> bool:
    redis = sys.modules.get("redis")  # who has asked it has imported it; a site without one never does
    return redis is not None and isinstance(error, (redis.ConnectionError, redis.TimeoutError))


def _is_damage(error: BaseException | None) -> bool:
    # SQLite has no class of its own for a file that is damaged, or is no database at all.
    code = getattr(error.__cause__, "sqlite_errorcode", 0) if isinstance(error, DatabaseError) else 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def close_connection() -> None:
    """Close this thread's connection to the database; log it if that fails: the next query opens another."""
    try:
        connection.close()
    except Exception:
        logger.warning("a connection to the database could not be closed", exc_info=True)
