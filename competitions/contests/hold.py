"""Lock a competition while its organisers, or the site, change it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..embargo.visibility import organised_by
from ..ledger.ledger import hold
from ..ledger.states import record_due
from ..models import Competition, Player
from ..refusals import Refusal
from ..translatable import Translatable


def hold_for(competition: Competition, organiser: Player | None, now: datetime) -> Competition:
    """Lock the competition's row until the transaction ends, and return the competition. Meanwhile nobody
    joins or begins an attempt, and organisers' acts wait for each other. State changes that are due by `now`
    are recorded first.

    `organiser` is None for the site, which may change every competition. Raises `forbidden` for a player who
    does not organise the competition, or does so no longer.
    """
    found = hold(competition.pk)
    if organiser is not None and found.pk not in organised_by(organiser, [found]):
        raise Refusal("forbidden", _("Only the organiser may do this."))
    record_due(found, max(now, timezone.now()))
    return found


IS_NOW: Final[Mapping[str, Translatable]] = {
    "draft": _("The contest is a draft."),
    "scheduled": _("The contest is scheduled."),
    "running": _("The contest is running."),
    "closed": _("The contest is closed."),
    "final": _("The contest is final."),
    "cancelled": _("The contest is cancelled."),
}


def wrong_state(state: str) -> Refusal:
    return Refusal("wrong_state", IS_NOW[state])
