"""The pages' sessions, kept in the database."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Refuses a key that cannot be one of ours before the database is asked: PostgreSQL fails on a NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(super()._validate_session_key(key)) and key.isascii() and key.isalnum()
