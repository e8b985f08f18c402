"""Certifying what the site made itself as soon as it has closed; the follower that sees to it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from ..ledger.follower import EventRow, Follower
from ..models import Competition, StateChange
from .close import certify


def certify_closed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """It is recorded as closed once no attempt runs in it; it may have been cancelled since."""
    for row in rows:
        if isinstance(row, StateChange) and row.state == "closed":
            # Another process's clock, which may be ahead of this one's, has closed it.
            closed_by, competition = max(now, row.at), Competition.objects.get(pk=competition_id)
            if competition.state(closed_by) == "closed":
                certify(competition=competition, organiser=None, now=closed_by)


FOLLOWER = Follower("certifying", certify_closed, of=Q(organiser=None), acts_alone=True)
