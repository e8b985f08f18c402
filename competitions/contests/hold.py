"""Lock a competition while its organisers, or the site, change it."""

from datetime import datetime

from django.utils import timezone

from ..embargo.visibility import organised_by
from ..ledger.ledger import hold
from ..ledger.states import record_due
from ..models import Competition, Player
from ..refusals import Refusal


def hold_for(competition: Competition, organiser: Player | None, now: datetime) -> Competition:
    """Lock the competition's row until the transaction ends, and return the competition. Meanwhile nobody
    joins or begins an attempt, and organisers' acts wait for each other. State changes that are due by `now`
    are recorded first.

    `organiser` is None for the site, which may change every competition. Raises `forbidden` for a player who
    does not organise the competition, or does so no longer.
    """
    found = hold(competition.pk)
    if organiser is not None and found.pk not in organised_by(organiser, [found]):
        raise Refusal("forbidden", "Only the organiser may do this.")
    record_due(found, max(now, timezone.now()))
    return found


def wrong_state(state: str) -> Refusal:
    return Refusal("wrong_state", f"The contest is {'a draft' if state == 'draft' else state}.")
