"""The pages' sessions, kept in the database."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A key that was never given out is no key: PostgreSQL has no answer to one with a NUL in it."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(super()._validate_session_key(key)) and key.isascii() and key.isalnum()
