"""Changing a competition, as long as it has not gone too far for the change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from ..ledger.acts import record_act
from ..models import Access, Competition, Kind, Play, Player, Round
from ..models.ids import new_id
from ..refusals import Refusal, invalid
from ..solving.bands.deal_search import seek_deals
from .acts import DRAFTS, UNTIL_CLOSED, UNTIL_FINAL, UNTIL_OPEN
from .create import make_deal, make_round
from .hold import held
from .plans import Plan, RoundPlan, check_plan, in_rounds, plan_of, stored_settings

CHANGEABLE: Final[Mapping[str, frozenset[str]]] = {
    "name": UNTIL_FINAL,
    "about": UNTIL_FINAL,
    "names": UNTIL_FINAL,
    "access": UNTIL_CLOSED,
    "closes_at": UNTIL_CLOSED,
    "freeze_at": UNTIL_CLOSED,
    "max_entries": UNTIL_CLOSED,
    "bots": UNTIL_CLOSED,
    "rounds": UNTIL_CLOSED,
    "attempts": UNTIL_OPEN,
    "counts": UNTIL_OPEN,
    "others": UNTIL_OPEN,
    "time_limit_s": UNTIL_OPEN,
    "opens_at": UNTIL_OPEN,
    "ranking": UNTIL_OPEN,
    "tie_break": UNTIL_OPEN,
    "standings": UNTIL_OPEN,
    "play": DRAFTS,
    "draft": frozenset(),
}
"""The states in which each setting may be changed; publishing, which ends a draft, is an act of its own.

Of the rounds, the deals are a draft's alone to change, because the commitments are
public then; a round's opening may be moved until it opens, its end until it closes.
"""


@dataclass(frozen=True, kw_only=True)
class RoundChange:
    """What is given of a round; the rest stays as it is."""

    deal: RoundPlan | None = None
    """Its game, rules, seed and band, if they are given."""
    reseeded: bool = False
    """Whether a seed is given, null for a new random one."""
    banded: bool = False
    """Whether a band is given, null for none. If not, a deal of the same game has the one it had."""
    window: Mapping[str, datetime | None]
    """Of `opens_at` and `closes_at` what is given."""


def change(
    *,
    competition: Competition,
    organiser: Player,
    changes: Mapping[str, Any],
    now: datetime,
    first: Callable[[], None] = lambda: None,
    network: str = "",
) -> Competition:
    """The competition with those settings changed: values as in a `Plan`, but rounds as `RoundChange`.

    A setting that is given as it is already is no change. Either all is changed or nothing. `first` is called
    with the competition's row locked, and may refuse. `network` is that of `create_competition`.

    Raises `wrong_state` for a setting that may be changed no more, and `invalid` where
    a new competition with the same settings would be refused.
    """
    with transaction.atomic():
        competition = held(competition, organiser, now)
        first()
        now = max(now, timezone.now())  # by which it may have closed, while somebody else held it
        before = plan_of(competition)
        plan = _planned(competition, before, changes, now)
        changed = _changed(plan, before)
        if not changed:
            return competition
        _require_changeable(competition, changed, now)
        _check_places(competition, plan)
        _check_freeze(competition, plan, now)
        check_plan(plan, now, before=before, opened=competition.published_at)
        settings = _change(competition, plan, changed)
        if plan.seeks_deals:
            seek_deals(competition, network=network, now=now)
        record_act(
            competition,
            actor=organiser,
            act="change",
            reason=", ".join(changed),
            at=now,
            settings=settings,
            shown=True,
        )
    return competition


def _planned(competition: Competition, before: Plan, changes: Mapping[str, Any], now: datetime) -> Plan:
    """What the competition is to be."""
    plan = replace(before, **changes)
    if "rounds" in changes:
        plan = replace(plan, rounds=_planned_rounds(competition, changes["rounds"], now))
    if plan.play == Play.SEALED != before.play:
        # Its organiser may have chosen the seeds, and in sealed play nobody knows one.
        dealt_again = [replace(round, keeps=None, seed=None) for round in plan.rounds]
        plan = replace(plan, rounds=dealt_again)
    return plan


def _planned_rounds(
    competition: Competition, changes: Sequence[RoundChange], now: datetime
) -> list[RoundPlan]:
    rounds = competition.rounds_in_order
    is_draft = competition.published_at is None
    if not is_draft and len(changes) != len(rounds):
        raise Refusal("wrong_state", "Once a contest is published, its number of rounds cannot change.")
    planned = []
    for index, change in enumerate(changes):
        present = rounds[index] if index < len(rounds) else None
        plan = _planned_round(index, present, change, now)
        if present is not None and not is_draft:
            _require_changeable_round(present, plan, now)
        planned.append(plan)
    return planned


def _planned_round(index: int, present: Round | None, change: RoundChange, now: datetime) -> RoundPlan:
    if present is None:
        if change.deal is None:
            raise in_rounds({index: {"game": ["This field is required."]}})
        return _within(change.deal, change.window)
    own = {"opens_at": present.opens_at, "closes_at": present.closes_at}
    shown = {"opens_at": present.opening, "closes_at": present.closing}
    # A window that a round has from its competition is no change when it is sent back as an answer showed it.
    window = own | {name: value for name, value in change.window.items() if value != shown[name]}
    deal, given = present.deal, change.deal
    if given is not None and not change.banded and given.game is deal.game:
        given = replace(given, band=deal.band)
    if given is None or _is_dealt(present, given, now, reseeded=change.reseeded):
        return _within(RoundPlan(game=deal.game, rules=deal.rules, band=deal.band, keeps=deal), window)
    return _within(given, window)


def _within(plan: RoundPlan, window: Mapping[str, datetime | None]) -> RoundPlan:
    return replace(plan, opens_at=window.get("opens_at"), closes_at=window.get("closes_at"))


def _is_dealt(present: Round, given: RoundPlan, now: datetime, *, reseeded: bool) -> bool:
    """Whether the deal that is given is the one that the round has, or that is looked for."""
    deal = present.deal
    if (deal.game, deal.rules, deal.band) != (given.game, dict(given.rules), given.band):
        return False
    if deal.is_not_to_be_found(now):
        return False
    if given.seed is None:
        return not reseeded or present.competition.published_at is not None
    return given.seed == deal.seed


def _changed(plan: Plan, before: Plan) -> list[str]:
    """The settings that differ; raises `invalid` for a name or words that are none."""
    stored, known = stored_settings(plan), stored_settings(before)
    differing = {name for name in stored if stored[name] != known[name]}
    differing |= {name for name in ("rounds", "draft") if getattr(plan, name) != getattr(before, name)}
    return [name for name in CHANGEABLE if name in differing]


def _require_changeable(competition: Competition, changed: Sequence[str], now: datetime) -> None:
    """Raises `wrong_state`."""
    for name in changed:
        if (reason := _why_fixed(competition, name, now)) is not None:
            raise Refusal("wrong_state", reason)


def changeable(competition: Competition, now: datetime) -> set[str]:
    """The names of the settings that may still be changed."""
    return {name for name in CHANGEABLE if _why_fixed(competition, name, now) is None}


def _why_fixed(competition: Competition, name: str, now: datetime) -> str | None:
    """Why a setting may not be changed; None where it may."""
    state = competition.state(now)
    if state not in CHANGEABLE[name]:
        return f"The contest is {state}: {name} may not be changed."
    if competition.kind == Kind.CHALLENGE and name not in ("name", "about"):
        return f"This is a challenge: {name} may not be changed."
    if name == "freeze_at" and competition.frozen_since(now) is not None:
        return "The standings are frozen until the close."
    return None


def _require_changeable_round(present: Round, plan: RoundPlan, now: datetime) -> None:
    """Raises `wrong_state` for a round of a published competition."""
    may_change = changeable_of_round(present, now)
    if plan.keeps is None:
        raise Refusal("wrong_state", f"The deal of round {present.number} is published.")
    if plan.opens_at != present.opens_at and "opens_at" not in may_change:
        raise Refusal("wrong_state", f"Round {present.number} has opened.")
    if plan.closes_at != present.closes_at and "closes_at" not in may_change:
        raise Refusal("wrong_state", f"Round {present.number} is closed.")


def changeable_of_round(round: Round, now: datetime) -> set[str]:
    """Of a round's `deal`, `opens_at` and `closes_at` those that may still be changed."""
    if "rounds" not in changeable(round.competition, now):
        return set()
    by_state = {"scheduled": {"opens_at", "closes_at"}, "open": {"closes_at"}, "closed": set()}
    draft = round.competition.published_at is None
    return by_state[round.state(now)] | ({"deal"} if draft else set())


def _check_places(competition: Competition, plan: Plan) -> None:
    if plan.max_entries is not None and plan.max_entries < competition.entrants:
        raise invalid("max_entries", f"{competition.entrants} have joined already.")


def _check_freeze(competition: Competition, plan: Plan, now: datetime) -> None:
    """What has been shown already is not hidden."""
    if plan.freeze_at != competition.freeze_at and plan.freeze_at is not None and plan.freeze_at <= now:
        raise invalid("freeze_at", "It is in the past.")


def _change(competition: Competition, plan: Plan, changed: Sequence[str]) -> list[str]:
    """Give the columns of the competition that are others now; its rounds are written here."""
    stored = stored_settings(plan)
    settings = [name for name in changed if name in stored]
    for name in settings:
        setattr(competition, name, stored[name])
    if "access" in settings:
        competition.invite = new_id() if plan.access == Access.INVITE else ""
        settings.append("invite")
    if "rounds" in changed:
        _write_rounds(competition, plan.rounds)
    return settings


def _write_rounds(competition: Competition, plans: Sequence[RoundPlan]) -> None:
    rounds = competition.rounds_in_order
    for round, plan in zip(rounds, plans, strict=False):
        old = round.deal
        if plan.keeps is None:
            round.deal = make_deal(plan)
        round.opens_at, round.closes_at = plan.opens_at, plan.closes_at
        round.save(update_fields=["deal", "opens_at", "closes_at"])
        if plan.keeps is None:
            old.delete()
    for round in rounds[len(plans) :]:
        round.delete()
        round.deal.delete()
    for number, plan in enumerate(plans[len(rounds) :], start=len(rounds) + 1):
        make_round(competition, number, plan)
    del competition.rounds_in_order  # they are read again
