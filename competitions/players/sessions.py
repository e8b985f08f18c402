"""The pages' sessions, kept in the database."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.sessions.backends import db

from ..models.stretches import stretches


class SessionStore(db.SessionStore):
    """Refuses a key that cannot be one of ours before the database is asked: PostgreSQL fails on a NUL."""

    def __init__(self, session_key: str | None = None) -> None:
        ours = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if ours else None)


def live_sessions(keys: Collection[str], now: datetime) -> set[str]:
    """Those of the sessions that have not ended."""
    sessions = SessionStore.get_model_class().objects.filter(expire_date__gt=now)
    return {
        key
        for some in stretches(keys)
        for key in sessions.filter(session_key__in=some).values_list("session_key", flat=True)
    }
