"""Copying a competition: the same again, to be looked through and published."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from ..ledger.acts import record_act
from ..models import Competition, Player
from ..models.competitions import LONGEST_NAME
from .create import create_competition
from .hold import held
from .plans import Plan, RoundPlan, plan_of

MARK: Final = " (copy)"


def copy(*, competition: Competition, organiser: Player, now: datetime, network: str = "") -> Competition:
    """A draft with the same settings and new random deals; whoever copies organises it, alone.
    `network` is that of `create_competition`.

    Moments that have passed are left out of it, and so is a freeze without a close.
    """
    with transaction.atomic():
        competition = held(competition, organiser, now)
        plan = _copy(plan_of(competition), now)
        made = create_competition(organiser=organiser, plan=plan, now=now, network=network)
        record_act(made, actor=organiser, act="copy", reason=f"From {competition.pk}.", at=now)
    return made


def again(plan: Plan, now: datetime) -> Plan:
    """The plan for the same again: with random deals, and without moments that have passed."""

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


def _copy(plan: Plan, now: datetime) -> Plan:
    name = plan.name + MARK if len(plan.name + MARK) <= LONGEST_NAME else plan.name
    return replace(again(plan, now), name=name, draft=True)
