"""The pages' sessions, kept in the database."""

from collections.abc import Collection
from datetime import UTC, datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from ..models.prepared import Prepared
from ..models.stretches import stretches


class SessionStore(db.SessionStore):
    """Refuses a key that cannot be one of ours before the database is asked: PostgreSQL fails on a NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(super()._validate_session_key(key)) and key.isascii() and key.isalnum()

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """As Django's own, by a query that is compiled once: every page of a player looks up its session."""
        found = _live.first(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
        return found


def live_sessions(keys: Collection[str], now: datetime) -> set[str]:
    """Those of the sessions that have not ended."""
    sessions = SessionStore.get_model_class().objects.filter(expire_date__gt=now)
    return {
        key
        for some in stretches(keys)
        for key in sessions.filter(session_key__in=some).values_list("session_key", flat=True)
    }


_live = Prepared[AbstractBaseSession](
    lambda key, now: SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=now),
    "a key",
    datetime(1970, 1, 1, tzinfo=UTC),
)
