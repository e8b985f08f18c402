"""Publish a draft, so that players can see and join it."""

from datetime import datetime

from django.db import transaction

from ..ledger.acts import record_act
from ..models import Competition, Player
from ..solving.bands.deal_search import require_deals
from .acts import clean_reason_if_any
from .hold import hold_for, wrong_state
from .plans import check_plan, plan_of


def publish(*, competition: Competition, organiser: Player, now: datetime, reason: str = "") -> Competition:
    """Publish a draft. A published competition stays as it is.

    `reason` is optional, and is written to the audit trail. Raises `invalid` for a reason that is too long,
    for a window that has ended since the draft was written, and for an opening more than a day in the past.
    Raises `wrong_state` for a cancelled competition, and if a deal in a band has not been found.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.cancelled_at is not None:
            raise wrong_state("cancelled")
        if competition.published_at is not None:
            return competition
        check_plan(plan_of(competition), now)
        require_deals(competition, now)
        competition.published_at = now
        record_act(
            competition,
            actor=organiser,
            act="publish",
            reason=reason,
            at=now,
            settings=["published_at"],
            shown=True,
        )
    return competition
