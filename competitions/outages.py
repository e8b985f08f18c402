"""When it is the database that cannot, whatever it was asked."""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError


def is_outage(error: BaseException | None) -> bool:
    """Whether the database is away, full, locked for too long or damaged: no fault of what was asked."""
    return isinstance(error, OperationalError | InterfaceError) or _is_damage(error)


def _is_damage(error: BaseException | None) -> bool:
    # Of a file that is damaged, or no database at all, SQLite tells in no class of its own.
    code = getattr(error.__cause__, "sqlite_errorcode", 0) if isinstance(error, DatabaseError) else 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
