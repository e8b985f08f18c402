"""Sessions of the pages, stored in the database."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction

from ..models import Player, RemindedBrowser
from ..models.stretches import stretches


class SessionStore(db.SessionStore):
    """A session store that ignores malformed keys without a query. A query with a NUL character would fail on
    PostgreSQL."""

    def __init__(self, session_key: str | None = None) -> None:
        ours = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if ours else None)

    def cycle_key(self) -> None:
        """Give the session a new key, for example when the player sets a first password. The browser of the
        session keeps getting reminders."""
        before, kept = self.session_key, dict(self.items())
        self.create()
        self.update(kept)
        if before is not None:
            RemindedBrowser.objects.filter(session=before).update(session=self.session_key)
            self.delete(before)

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        delete_sessions(() if key is None else (key,))


class SignedIn(NamedTuple):
    """A session and its player, as they were when the session opened a socket or a page."""

    key: str
    """The session's key, which is its primary key in the database."""
    player_id: str
    ends: str
    """The value of the player's `get_session_auth_hash`. The session ends when that value changes."""

    @classmethod
    def of(cls, key: str, player: Player) -> "SignedIn":
        return cls(key, player.pk, player.get_session_auth_hash())


def hold_sessions(keys: Collection[str]) -> set[str]:
    """Lock the sessions until the transaction ends, and return the keys of those that exist.

    Call this before storing a row that refers to a session, in the same transaction.
    """
    held = Session.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    return set(held.values_list("pk", flat=True))


def delete_sessions(keys: Collection[str]) -> None:
    """Delete the sessions and all rows that refer to them."""
    sessions = Session.objects.filter(pk__in=keys)
    with transaction.atomic():
        # The sessions are locked first. Otherwise a new row could refer to a session after Django has
        # collected the rows to delete, and the deletion would fail.
        list(sessions.select_for_update().order_by("pk").values_list("pk", flat=True))
        sessions.delete()


def delete_dead(signed_in: Collection[SignedIn]) -> None:
    """Delete those sessions that ended because `get_session_auth_hash` changed, for example by a new
    password.

    These sessions never become valid again, but may still contain the email address with which the player
    signed in. The sessions of banned guests stay, because a ban may be lifted.
    """
    players = Player.objects.only("password", "sessions_end").in_bulk({each.player_id for each in signed_in})
    ends = {key: player.get_session_auth_hash() for key, player in players.items()}
    dead = [each.key for each in signed_in if ends.get(each.player_id, each.ends) != each.ends]
    delete_sessions(dead)


def live_sessions(signed_in: Collection[SignedIn], now: datetime) -> set[SignedIn]:
    """Return the sessions that are valid now. A session is invalid in each of these cases: it was deleted, as
    signing out does; it has expired; its `ends` is out of date, for example after a new password; its player
    is banned."""
    sessions = Session.objects.filter(expire_date__gt=now)
    keys = {
        key
        for some in stretches({each.key for each in signed_in})
        for key in sessions.filter(session_key__in=some).values_list("session_key", flat=True)
    }
    players = Player.objects.only("password", "sessions_end")
    ends = {
        player.pk: player.get_session_auth_hash()
        for some in stretches({each.player_id for each in signed_in})
        for player in players.filter(pk__in=some, banned_at=None)
    }
    return {each for each in signed_in if each.key in keys and ends.get(each.player_id) == each.ends}
