"""A new invite code, where the old one has come to people for whom it was not meant."""

from datetime import datetime

from django.db import transaction

from ..ledger.acts import record_act
from ..models import Access, Competition, Player
from ..models.ids import new_id
from ..refusals import Refusal
from .acts import ALLOWED, clean_reason_if_any
from .hold import held, wrong_state


def new_invite(
    *, competition: Competition, organiser: Player, now: datetime, reason: str = ""
) -> Competition:
    """The competition with a new code; the old one lets nobody in any more; those who have joined stay.

    A `reason` may be given, for the audit trail. Raises `invalid` for one that is too long, and
    `wrong_state` for a competition that needs no code, or that nobody can join any more.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = held(competition, organiser, now)
        if competition.access != Access.INVITE:
            raise Refusal("wrong_state", "This contest needs no code.")
        if competition.state(now) not in ALLOWED["invite"]:
            raise wrong_state(competition.state(now))
        competition.invite = new_id()
        record_act(competition, actor=organiser, act="invite", reason=reason, at=now, settings=["invite"])
    return competition
