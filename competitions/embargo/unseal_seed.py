"""Show a hidden seed to somebody who runs the service, after recording who asked and why. There is no other
way to see a hidden seed."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.acts import record_act
from ..ledger.ledger import hold
from ..models import Round
from ..people.clean_text import clean
from ..refusals import Refusal
from .visibility import viewpoint


def unseal(*, round: Round, staff: str, reason: str, now: datetime) -> str:
    """Return the seed of a round that is not closed for everyone yet. Before that, commit the act to the
    audit trail.

    Raises `invalid` without a name or a reason. Raises `wrong_state` if the seed is public already, or if no
    deal has been found for the round yet. Do not call this in a transaction.
    """
    staff = clean(staff, field="staff", shortest=2, longest=80)
    reason = clean(reason, field="reason", shortest=2, longest=400)
    if viewpoint(round.competition, None, now).opened_up(round):
        raise Refusal("wrong_state", _("This round is closed: its seed is public."))
    if not round.deal.seed:
        raise Refusal("wrong_state", _("We are still searching for the deal of this round."))
    with transaction.atomic(durable=True):
        competition = hold(round.competition_id)
        record_act(competition, round=round, staff=staff, act="unseal", reason=reason, at=now)
    return round.deal.seed
