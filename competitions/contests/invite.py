"""Make a new invite code, for example when the old code has reached the wrong people."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.acts import record_act
from ..models import Access, Competition, Player
from ..models.ids import new_id
from ..refusals import Refusal
from .acts import ALLOWED, clean_reason_if_any
from .hold import hold_for, wrong_state


def new_invite(
    *, competition: Competition, organiser: Player, now: datetime, reason: str = ""
) -> Competition:
    """Give the competition a new invite code. The old code stops working, and players who have joined stay.

    `reason` is optional, and is written to the audit trail. Raises `invalid` for a reason that is too long.
    Raises `wrong_state` for a competition that needs no code, or that has closed or was cancelled.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.access != Access.INVITE:
            raise Refusal("wrong_state", _("This contest needs no code."))
        if competition.state(now) not in ALLOWED["invite"]:
            raise wrong_state(competition.state(now))
        competition.invite = new_id()
        record_act(competition, actor=organiser, act="invite", reason=reason, at=now, settings=["invite"])
    return competition
