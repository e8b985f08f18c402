"""Making a competition with its rounds and deals."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.game import Game

from ..models import Access, Competition, Deal, Others, Play, Player, Round
from ..models.ids import new_id
from ..players.names import clean
from ..refusals import Refusal, invalid

FIXED_SETTINGS: Final[Mapping[str, object]] = {
    "ranking": "total",
    "tie_break": [],
    "standings": "live",
    "draft": False,
}
"""Settings that have only one value so far: any other value is refused."""

CLOSES_TOO_SOON: Final = "It closes before it opens."


@dataclass(frozen=True, kw_only=True)
class RoundPlan:
    """A round to be made: `rules` as the game settled them, and `seed`, None for a random one."""

    game: Game
    rules: Mapping[str, str]
    seed: str | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A competition to be made; every field has the right type already."""

    name: str
    access: str
    play: str
    attempts: int | None
    counts: str
    others: str = Others.CLOSED
    time_limit_s: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    rounds: Sequence[RoundPlan]


@transaction.atomic
def create_competition(*, organiser: Player, plan: Plan, now: datetime) -> Competition:
    """The competition with all its rounds, dealt and ready.

    Raises `invalid` for a name that is not allowed, for windows that end before they
    begin or are in the past, and for games whose scores cannot be summed.
    """
    name = clean(plan.name, field="name", shortest=2, longest=80)
    _check_play(plan)
    _check_window(plan, now)
    _check_rounds(plan, now)
    competition = Competition.objects.create(
        organiser=organiser,
        name=name,
        access=plan.access,
        play=plan.play,
        attempts=plan.attempts,
        counts=plan.counts,
        others=plan.others,
        time_limit_s=plan.time_limit_s,
        opens_at=plan.opens_at,
        closes_at=plan.closes_at,
        invite=new_id() if plan.access == Access.INVITE else "",
        created_at=now,
        published_at=now,
    )
    for number, round in enumerate(plan.rounds, start=1):
        Round.objects.create(
            competition=competition,
            number=number,
            deal=Deal.objects.create(
                game_slug=round.game.slug, rules=dict(round.rules), seed=round.seed or random_seed()
            ),
            opens_at=round.opens_at,
            closes_at=round.closes_at,
        )
    return competition


def random_seed() -> str:
    """A seed of 128 random bits, 32 characters long, which no command line takes for an option."""
    return secrets.token_hex(16)


def _check_play(plan: Plan) -> None:
    """Raises `invalid` for settings that sealed play forbids, or that only sealed play has."""
    if plan.play == Play.OPEN:
        if plan.time_limit_s is not None:
            raise invalid("time_limit_s", "Only sealed play has a time limit: an open one has no clock.")
        if plan.others != Others.CLOSED:
            raise invalid(
                "others", "Only sealed play has this choice: in open play who has no attempt left may watch."
            )
        return
    if plan.attempts != 1:
        raise invalid("attempts", "Sealed play has one attempt at each round: who has seen a deal knows it.")
    chosen = {
        index: {"seed": ["In sealed play the server alone makes the seed."]}
        for index, round in enumerate(plan.rounds)
        if round.seed is not None
    }
    if chosen:
        raise Refusal("invalid", "The request is at fault; see errors.", errors={"rounds": chosen})


def _check_window(plan: Plan, now: datetime) -> None:
    if plan.closes_at is None:
        return
    if plan.closes_at <= now:
        raise invalid("closes_at", "It is in the past.")
    if plan.opens_at is not None and plan.closes_at <= plan.opens_at:
        raise invalid("closes_at", CLOSES_TOO_SOON)


def _check_rounds(plan: Plan, now: datetime) -> None:
    if len({round.game.score_order for round in plan.rounds}) > 1:
        raise invalid(
            "rounds",
            "These scores cannot be added up: in some of the games fewest points win, in others most.",
        )
    faults = {
        index: found for index, round in enumerate(plan.rounds) if (found := _window_faults(plan, round, now))
    }
    if faults:
        raise Refusal("invalid", "The request is at fault; see errors.", errors={"rounds": faults})


def _window_faults(plan: Plan, round: RoundPlan, now: datetime) -> dict[str, list[str]]:
    """What is wrong with a round's window, by field; empty when nothing is."""
    faults = {}
    opening = max(filter(None, (round.opens_at, plan.opens_at)), default=now)
    if round.opens_at is not None and plan.opens_at is not None and round.opens_at < plan.opens_at:
        faults["opens_at"] = ["The round would open before the competition."]
    if round.opens_at is not None and plan.closes_at is not None and round.opens_at >= plan.closes_at:
        faults["opens_at"] = ["The round would open after the competition has closed."]
    if round.closes_at is not None:
        if round.closes_at <= now:
            faults["closes_at"] = ["It is in the past."]
        elif round.closes_at <= opening:
            faults["closes_at"] = [CLOSES_TOO_SOON]
        elif plan.closes_at is not None and round.closes_at > plan.closes_at:
            faults["closes_at"] = ["The round would close after the competition."]
    return faults
