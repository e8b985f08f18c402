"""The followers that close and certify competitions. They are called with a competition's new events."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q

from ..ledger.follower import EventRow, Follower
from ..models import Competition, StateChange
from .auto_close import close_if_all_have_played
from .close import certify


def close_once_played(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Close a competition if everybody has played. Any event can make this true, so `rows` is not read."""
    close_if_all_have_played(competition_id=competition_id, now=now)


def certify_closed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Certify a competition without an owner (a daily or a duel), if `rows` contains the event that the
    competition has closed. This event comes only after the last attempt has ended."""
    for row in rows:
        if isinstance(row, StateChange) and row.state == "closed":
            # Another process may have recorded the close by a clock that is ahead.
            closed_by = max(now, row.at)
            competition = Competition.objects.get(pk=competition_id)
            if competition.state(closed_by) == "closed":  # false if the competition was cancelled since
                certify(competition=competition, organiser=None, now=closed_by)


CLOSING: Final = Follower("closing", close_once_played, of=Q(closes_once_played=True))
CERTIFYING: Final = Follower("certifying", certify_closed, of=Q(organiser=None), acts_alone=True)
