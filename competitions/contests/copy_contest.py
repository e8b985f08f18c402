"""Copy a competition to a draft, which the organiser can change and then publish."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from ..ledger.acts import record_act
from ..models import Competition, Player
from ..models.competitions import LONGEST_NAME
from .create import create_competition
from .hold import hold_for
from .plans import Plan, RoundPlan, plan_of


def copy(*, competition: Competition, organiser: Player, now: datetime, network: str = "") -> Competition:
    """Make a draft with the same settings and new random deals. `organiser` is the only organiser of the
    draft. The draft's name marks it as a copy, in the language of the request. For `network` see
    `create_competition`.

    Times that have passed are left out. Without a close, a freeze is left out, too.
    """
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        plan = _copy(competition, now)
        made = create_competition(organiser=organiser, plan=plan, now=now, network=network)
        record_act(made, actor=organiser, act="copy", facts={"competition": competition.pk}, at=now)
    return made


def repeat_plan(plan: Plan, now: datetime) -> Plan:
    """This plan with new random deals and without past times. The new plan is a draft if this plan is one, or
    if deals must be searched for."""

    def yet_to_come(moment: datetime | None) -> datetime | None:
        return moment if moment is not None and moment > now else None

    rounds = [
        RoundPlan(
            game=round.game,
            rules=round.rules,
            band=round.band,
            opens_at=yet_to_come(round.opens_at),
            closes_at=yet_to_come(round.closes_at),
        )
        for round in plan.rounds
    ]
    closes_at = yet_to_come(plan.closes_at)
    made = replace(
        plan,
        opens_at=yet_to_come(plan.opens_at),
        closes_at=closes_at,
        freeze_at=None if closes_at is None else yet_to_come(plan.freeze_at),
        rounds=rounds,
    )
    return replace(made, draft=made.draft or made.seeks_deals)


def _copy(competition: Competition, now: datetime) -> Plan:
    title = str(competition.title)[:LONGEST_NAME]
    marked = gettext("%(name)s (copy)") % {"name": title}
    name = marked if len(marked) <= LONGEST_NAME else title
    return replace(repeat_plan(plan_of(competition), now), name=name, name_facts=None, draft=True)
