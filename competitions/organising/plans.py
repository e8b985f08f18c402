"""What a competition is to be: its settings and rounds, and what is wrong with them, in one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.game import Game

from ..models import Others, Play, Ranking, Scores, TieBreak
from ..models.events import LONGEST_ABOUT
from ..players.names import clean
from ..refusals import Refusal, invalid
from .paragraphs import clean_paragraphs

CLOSES_TOO_SOON: Final = "It closes before it opens."

Faults = dict[str, list[str]]
"""What is wrong, by field."""


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
    about: str = ""
    access: str
    play: str
    attempts: int | None
    counts: str
    others: str = Others.CLOSED
    time_limit_s: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    ranking: str = Ranking.TOTAL
    tie_break: Sequence[str] = ()
    standings: str = Scores.LIVE
    freeze_at: datetime | None = None
    max_entries: int | None = None
    bots: bool = True
    rounds: Sequence[RoundPlan]


def columns(plan: Plan) -> dict[str, Any]:
    """The settings as they are stored, but no rounds; raises `invalid` for a name or words that are none."""
    return {
        "name": clean(plan.name, field="name", shortest=2, longest=80),
        "about": clean_paragraphs(plan.about, field="about", longest=LONGEST_ABOUT),
        "access": plan.access,
        "play": plan.play,
        "attempts": plan.attempts,
        "counts": plan.counts,
        "others": plan.others,
        "time_limit_s": plan.time_limit_s,
        "opens_at": plan.opens_at,
        "closes_at": plan.closes_at,
        "ranking": plan.ranking,
        "tie_break": ",".join(plan.tie_break),
        "standings": plan.standings,
        "freeze_at": plan.freeze_at,
        "max_entries": plan.max_entries,
        "bots": plan.bots,
    }


def check(plan: Plan, now: datetime) -> None:
    """Raises `invalid` for settings that do not go together, for windows that end before they begin or are
    in the past, and for games whose scores cannot be summed where the total ranks."""
    _check_play(plan)
    _check_window(plan, now)
    _check_freeze(plan, now)
    _check_rounds(plan, now)


def _check_play(plan: Plan) -> None:
    """Raises `invalid` for settings that sealed play forbids, or that only sealed play has."""
    if plan.play == Play.OPEN:
        if plan.time_limit_s is not None:
            raise invalid("time_limit_s", "Only sealed play has a time limit: an open one has no clock.")
        if plan.others != Others.CLOSED:
            raise invalid(
                "others", "Only sealed play has this choice: in open play who has no attempt left may watch."
            )
        if TieBreak.TIME in plan.tie_break:
            raise invalid("tie_break", "Only sealed play has a clock: time cannot decide in an open one.")
        return
    if plan.attempts != 1:
        raise invalid("attempts", "Sealed play has one attempt at each round: who has seen a deal knows it.")
    chosen = {
        index: {"seed": ["In sealed play the server alone makes the seed."]}
        for index, round in enumerate(plan.rounds)
        if round.seed is not None
    }
    if chosen:
        raise in_rounds(chosen)


def _check_window(plan: Plan, now: datetime) -> None:
    if plan.closes_at is None:
        return
    if plan.closes_at <= now:
        raise invalid("closes_at", "It is in the past.")
    if plan.opens_at is not None and plan.closes_at <= plan.opens_at:
        raise invalid("closes_at", CLOSES_TOO_SOON)


def _check_freeze(plan: Plan, now: datetime) -> None:
    if plan.freeze_at is None:
        return
    if plan.closes_at is None:
        raise invalid(
            "freeze_at", "Say when it closes too: the standings are frozen from then until the close."
        )
    if plan.freeze_at >= plan.closes_at:
        raise invalid("freeze_at", "It must lie before the close.")
    if plan.freeze_at <= (plan.opens_at or now):
        raise invalid("freeze_at", "It must lie after the opening.")


def _check_rounds(plan: Plan, now: datetime) -> None:
    if plan.ranking == Ranking.TOTAL and len({round.game.score_order for round in plan.rounds}) > 1:
        raise invalid(
            "rounds",
            "These scores cannot be added up: in some of the games fewest points win, in others most.",
        )
    faults = {
        index: found for index, round in enumerate(plan.rounds) if (found := _window_faults(plan, round, now))
    }
    if faults:
        raise in_rounds(faults)


def _window_faults(plan: Plan, round: RoundPlan, now: datetime) -> Faults:
    """What is wrong with a round's window; empty when nothing is."""
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


def in_rounds(faults: Mapping[int, Faults]) -> Refusal:
    """Rounds at fault, by their index."""
    return Refusal("invalid", "The request is at fault; see errors.", errors={"rounds": faults})
