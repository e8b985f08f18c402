"""Telling an outage of the database from a fault in the request."""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError


def is_outage(error: BaseException | None) -> bool:
    """Whether the database is away, full, locked for too long or damaged: the request is not at fault."""
    return isinstance(error, OperationalError | InterfaceError) or _is_damage(error)


def _is_damage(error: BaseException | None) -> bool:
    # SQLite has no class of its own for a file that is damaged, or is no database at all.
    code = getattr(error.__cause__, "sqlite_errorcode", 0) if isinstance(error, DatabaseError) else 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
