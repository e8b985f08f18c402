"""When sessions and tokens were last used.

A request only notes a use in the memory of its process. Later a watch writes all notes to the database in a
few statements, so that no request waits. The use of one session or token is written at most once per
`WRITTEN_EVERY`.
"""

import threading
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final, Generic, NamedTuple, TypeVar

from django.db import transaction
from django.utils import timezone

from ..jobs.watches import Watch, watch
from ..models import KnownBrowser, Token
from ..models.stretches import stretches
from .sessions import SignedIn, delete_dead, hold_sessions, live_sessions

T = TypeVar("T")

WRITTEN_EVERY: Final = timedelta(minutes=10)

WRITE_EVERY_S: Final = 30.0

REMEMBERED: Final = 50_000
"""A process remembers when it last wrote the use of each session or token. Above this number of sessions, it
forgets the times of all sessions; above this number of tokens, it forgets those of all tokens."""


class SessionUse(NamedTuple):
    session: SignedIn
    browser: str
    """What identifies the browser and its operating system; see `KnownBrowser.browser`."""


class Notes(Generic[T]):
    """The uses that are not written yet, and the times when uses were last written. The keys of both
    dictionaries are session keys or token ids."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._written: dict[str, datetime] = {}
        self._waiting: dict[str, T] = {}

    def note(self, key: str, use: T, now: datetime) -> None:
        written = self._written.get(key)
        if written is None or not written <= now < written + WRITTEN_EVERY:
            with self._lock:
                self._waiting[key] = use

    def take(self, now: datetime) -> Mapping[str, T]:
        """Return the uses that wait to be written, and note `now` as the time of writing."""
        with self._lock:
            taken, self._waiting = self._waiting, {}
            if len(self._written) > REMEMBERED:
                self._written.clear()
            self._written.update(dict.fromkeys(taken, now))
        return taken

    def forget(self) -> None:
        """Forget when uses were last written, so that the next use of each session or token is written in any
        case."""
        with self._lock:
            self._written.clear()


_sessions: Final = Notes[SessionUse]()
_tokens: Final = Notes[None]()


def note_session(*, session: SignedIn, browser: str, now: datetime) -> None:
    """Remember a use of the session by this browser, to be written later."""
    _sessions.note(session.key, SessionUse(session, browser), now)


def note_token(*, token_id: str, now: datetime) -> None:
    _tokens.note(token_id, None, now)


def write_uses() -> None:
    """Write to the database when sessions and tokens were last used, as far as this process has noted it.
    If writing fails, the notes are dropped, and the error is raised."""
    now = timezone.now()
    try:
        _write_sessions(_sessions.take(now), now)
        _write_tokens(_tokens.take(now), now)
    except Exception:
        _sessions.forget()
        _tokens.forget()
        raise


def keep_writing() -> Watch:
    """Start a watch that writes the uses that this process has noted, every `WRITE_EVERY_S` seconds, until
    the process ends."""
    return watch("last uses", WRITE_EVERY_S, write_uses)


def _write_sessions(uses: Mapping[str, SessionUse], now: datetime) -> None:
    for keys in stretches(uses):
        sessions = {uses[key].session for key in keys}
        live = live_sessions(sessions, now)
        if ended := sessions - live:
            delete_dead(ended)
        with transaction.atomic():
            held = hold_sessions([session.key for session in live])
            used = [
                KnownBrowser(
                    session_id=session.key,
                    player_id=session.player_id,
                    browser=uses[session.key].browser,
                    begun_at=now,
                    used_at=now,
                )
                for session in sorted(live)
                if session.key in held
            ]
            KnownBrowser.objects.bulk_create(
                used,
                update_conflicts=True,
                unique_fields=["session"],
                update_fields=["player", "browser", "used_at"],
            )


def _write_tokens(uses: Collection[str], now: datetime) -> None:
    for ids in stretches(uses):
        Token.objects.filter(pk__in=ids).update(used_at=now)
