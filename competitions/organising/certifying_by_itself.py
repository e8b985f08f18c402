"""Certifying what the site made itself as soon as it has closed; the follower that sees to it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from ..following.follower import EventRow, Follower
from ..models import StateChange
from ..playing.ending import SERVICE
from ..recording.acts import record_act
from ..recording.ledger import hold_with_rounds


def certify_if_closed(*, competition_id: str, now: datetime) -> bool:
    """Certify a competition, as an act of the site, if it is closed and not certified; say whether it was."""
    with transaction.atomic():
        competition = hold_with_rounds(competition_id)
        if competition.state(now) != "closed":
            return False
        competition.certified_at = now
        competition.save(update_fields=["certified_at"])
        record_act(competition, staff=SERVICE, act="certify", at=now, shown=True)
    return True


def certify_closed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """It is recorded as closed once no attempt runs in it."""
    for row in rows:
        if isinstance(row, StateChange) and row.state == "closed":
            # Another process's clock, which may be ahead of this one's, has closed it.
            certify_if_closed(competition_id=competition_id, now=max(now, row.at))


FOLLOWER = Follower("certifying", certify_closed, of=Q(organiser=None))
