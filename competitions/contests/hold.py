"""Holding a competition while one of its organisers changes it, or the site."""

from datetime import datetime

from django.utils import timezone

from ..embargo.visibility import organised_by
from ..ledger.ledger import hold
from ..ledger.states import record_due
from ..models import Competition, Player
from ..refusals import Refusal


def held(competition: Competition, organiser: Player | None, now: datetime) -> Competition:
    """The competition, with its row locked until the transaction ends: nobody joins or begins meanwhile,
    and what organisers do comes one after the other. What the time has brought by `now` is recorded first.

    The site, which is None here, may act on every competition. Raises `forbidden` if a player does not
    organise it, or no longer does.
    """
    found = hold(competition.pk)
    if organiser is not None and found.pk not in organised_by(organiser, [found]):
        raise Refusal("forbidden", "Only the organiser may do this.")
    record_due(found, max(now, timezone.now()))
    return found


def wrong_state(state: str) -> Refusal:
    return Refusal("wrong_state", f"The contest is {'a draft' if state == 'draft' else state}.")
