"""Change the settings of a competition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..ledger.acts import record_act
from ..models import Access, Attempt, Competition, Kind, Play, Player, Round
from ..models.ids import new_id
from ..play.raise_time_limit import BegunMeanwhile, lock_players_at_play, move_time_limits
from ..refusals import Refusal, invalid
from ..solving.bands.deal_search import search_deals
from ..translatable import Translatable, with_facts
from .acts import DRAFTS, UNTIL_CLOSED, UNTIL_FINAL, UNTIL_OPEN
from .create import make_deal, make_round
from .hold import hold_for
from .plans import Plan, RoundPlan, check_plan, in_rounds, plan_of, stored_settings
from .settings_in_words import SETTINGS

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
    "time_limit_s": UNTIL_CLOSED,
    "opens_at": UNTIL_OPEN,
    "ranking": UNTIL_OPEN,
    "tie_break": UNTIL_OPEN,
    "standings": UNTIL_OPEN,
    "play": DRAFTS,
    "draft": frozenset(),
}
"""The states in which each setting may be changed. Publishing, which ends a draft, is an act of its own.

Deals can be changed in drafts only, because the commitments of a published competition are public. The
opening of a round can be moved until the round opens, and the close until the round closes. After the
competition has opened, it cannot get a time limit; a limit that it has can only be raised or removed.
"""

FIXED_WHILE: Final[Mapping[str, Translatable]] = {
    "draft": _("This cannot be changed in a draft: %(setting)s."),
    "scheduled": _("The contest is published, so this can no longer be changed: %(setting)s."),
    "running": _("The contest is running, so this can no longer be changed: %(setting)s."),
    "closed": _("The contest is closed, so this can no longer be changed: %(setting)s."),
    "final": _("The results are final, so this can no longer be changed: %(setting)s."),
    "cancelled": _("The contest is cancelled, so this can no longer be changed: %(setting)s."),
}

JOINED_ALREADY: Final = ngettext_lazy(
    "%(number)d has joined already.", "%(number)d have joined already.", "number"
)


@dataclass(frozen=True, kw_only=True)
class RoundChange:
    """The changes to one round. What the request does not name stays as it is."""

    deal: RoundPlan | None = None
    """The game, rules, seed and band that the request asks for; None if the request names none of these."""
    reseeded: bool = False
    """Whether the request names a seed, which may be null for a new random one."""
    banded: bool = False
    """Whether the request names a band; null stands for no band. If the request leaves the band out, the
    round keeps its band unless its game changes."""
    window: Mapping[str, datetime | None]
    """The new values of `opens_at` and `closes_at`, as far as the request names them."""


TRIES: Final = 5
"""How often a change is tried at most. A try to change the time limit fails if a player begins an attempt
during the try."""


def change(
    *,
    competition: Competition,
    organiser: Player,
    changes: Mapping[str, Any],
    now: datetime,
    first: Callable[[], None] = lambda: None,
    network: str = "",
) -> Competition:
    """Make the `changes`, and return the competition. Keys and values are as in a `Plan`, but `rounds` has
    `RoundChange` objects.

    Either all changes are made or none. A setting that already has the given value counts as unchanged.
    `first` is called with the competition's row locked, and stops the change if it raises. For `network` see
    `create_competition`.

    Raises `wrong_state` for a setting that can no longer be changed, with its name as the fact `setting`.
    Raises `invalid` for an unfit name or description, for fewer places than entrants, for a new freeze in the
    past, and for settings that `check_plan` refuses. Raises `rate_limited` if a player began an attempt
    during each try to change the time limit.
    """
    for _try in range(TRIES):
        try:
            return _change(competition, organiser, changes, now, first, network)
        except BegunMeanwhile:
            continue
    raise Refusal("rate_limited", _("Many players are beginning just now. Try again."), retry_after=1)


def _change(
    competition: Competition,
    organiser: Player,
    changes: Mapping[str, Any],
    now: datetime,
    first: Callable[[], None],
    network: str,
) -> Competition:
    with transaction.atomic():
        # Players at play are locked before the competition, as everywhere, to avoid deadlocks.
        at_play = lock_players_at_play(competition) if "time_limit_s" in changes else ()
        competition = hold_for(competition, organiser, now)
        first()
        now = max(now, timezone.now())  # the competition may have closed during the wait for the lock
        before = plan_of(competition)
        plan = _plan_after(competition, before, changes, now)
        changed = _changed_settings(plan, before)
        if not changed:
            return competition
        _require_changeable(competition, changed, now)
        _require_unplayed(competition, changed)
        _check_places(competition, plan)
        _check_freeze(competition, plan, now)
        _check_time_limit(competition, plan, now)
        check_plan(plan, now, before=before, opened=competition.published_at)
        settings = _apply(competition, plan, changed)
        if "time_limit_s" in changed:
            move_time_limits(competition, at_play=at_play, before=before.time_limit_s, now=now)
        if plan.seeks_deals:
            search_deals(competition, network=network, now=now)
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


def _plan_after(competition: Competition, before: Plan, changes: Mapping[str, Any], now: datetime) -> Plan:
    """The plan of the competition after the changes."""
    plan = replace(before, **changes)
    if "rounds" in changes:
        plan = replace(plan, rounds=_rounds_after(competition, changes["rounds"], now))
    if plan.play == Play.SEALED != before.play:
        # In open play the organiser may know the seeds. In sealed play nobody may know a seed, so the rounds
        # get new deals. A seed that the request names is kept, so that `check_plan` refuses the plan.
        named = [each.deal and each.deal.seed for each in changes.get("rounds", ())]
        seeds = named or [None] * len(plan.rounds)
        dealt_again = [
            replace(round, keeps=None, seed=seed) for round, seed in zip(plan.rounds, seeds, strict=True)
        ]
        plan = replace(plan, rounds=dealt_again)
    return plan


def _rounds_after(competition: Competition, changes: Sequence[RoundChange], now: datetime) -> list[RoundPlan]:
    rounds = competition.rounds_in_order
    is_draft = competition.published_at is None
    if not is_draft and len(changes) != len(rounds):
        raise fixed_setting("rounds", _("Once a contest is published, its number of rounds cannot change."))
    planned = []
    for index, change in enumerate(changes):
        present = rounds[index] if index < len(rounds) else None
        plan = _round_after(index, present, change, now)
        if present is not None and not is_draft:
            _require_changeable_round(present, plan, now)
        planned.append(plan)
    return planned


def _round_after(index: int, present: Round | None, change: RoundChange, now: datetime) -> RoundPlan:
    if present is None:
        if change.deal is None:
            raise in_rounds({index: {"game": [_("This field is required.")]}})
        return _in_window(change.deal, change.window)
    own = {"opens_at": present.opens_at, "closes_at": present.closes_at}
    shown = {"opens_at": present.planned_opening, "closes_at": present.closing}
    # A round without a window of its own is shown with the competition's window. If a client sends these
    # times back as it got them, they count as unchanged.
    window = own | {name: value for name, value in change.window.items() if value != shown[name]}
    deal, given = present.deal, change.deal
    if given is not None and not change.banded and given.game is deal.game:
        given = replace(given, band=deal.band)
    if given is None or _is_same_deal(present, given, now, reseeded=change.reseeded):
        return _in_window(RoundPlan(game=deal.game, rules=deal.rules, band=deal.band, keeps=deal), window)
    return _in_window(given, window)


def _in_window(plan: RoundPlan, window: Mapping[str, datetime | None]) -> RoundPlan:
    return replace(plan, opens_at=window.get("opens_at"), closes_at=window.get("closes_at"))


def _is_same_deal(present: Round, given: RoundPlan, now: datetime, *, reseeded: bool) -> bool:
    """Whether the request asks for the round's present deal, or for the deal that is being searched for."""
    deal = present.deal
    if (deal.game, deal.rules, deal.band) != (given.game, dict(given.rules), given.band):
        return False
    if deal.is_not_to_be_found(now):
        return False
    if given.seed is None:
        return not reseeded or present.competition.published_at is not None
    return given.seed == deal.seed


def _changed_settings(plan: Plan, before: Plan) -> list[str]:
    """The names of the settings that differ. Raises `invalid` for an unfit name or description."""
    stored, known = stored_settings(plan), stored_settings(before)
    differing = {name for name in stored if stored[name] != known[name]}
    differing |= {name for name in ("rounds", "draft") if getattr(plan, name) != getattr(before, name)}
    return [name for name in CHANGEABLE if name in differing]


def fixed_setting(setting: str, why: Translatable) -> Refusal:
    """The refusal to change a setting, whose name clients get as the fact `setting`."""
    return Refusal("wrong_state", why, setting=setting)


def _require_changeable(competition: Competition, changed: Sequence[str], now: datetime) -> None:
    """Raises `wrong_state` if one of the settings can no longer be changed."""
    for name in changed:
        if (reason := _why_fixed(competition, name, now)) is not None:
            raise fixed_setting(name, reason)


def changeable(competition: Competition, now: datetime) -> set[str]:
    """The names of the settings that can still be changed."""
    return {name for name in CHANGEABLE if _why_fixed(competition, name, now) is None}


def _why_fixed(competition: Competition, name: str, now: datetime) -> Translatable | None:
    """Why a setting cannot be changed; None if the setting can be changed."""
    state = competition.state(now)
    if state not in CHANGEABLE[name]:
        return with_facts(FIXED_WHILE[state], setting=SETTINGS[name])
    if competition.kind == Kind.CHALLENGE and name not in ("name", "about"):
        return with_facts(_("This cannot be changed in a challenge: %(setting)s."), setting=SETTINGS[name])
    if name == "time_limit_s" and state == "running" and competition.time_limit_s is None:
        return _("The contest is running without a time limit: none can be set.")
    if name == "freeze_at" and competition.frozen_since(now) is not None:
        return _("The standings are frozen until the close.")
    return None


def _require_unplayed(competition: Competition, changed: Sequence[str]) -> None:
    """Raises `wrong_state` if the ranking or the tie-breaks are changed after somebody has begun to play,
    because the stored places (`ledger/entry_places`) could become wrong.

    Both can be changed only before the contest opens, when nobody can have played. So this check matters only
    if the server's clock was set back.
    """
    names = [name for name in ("ranking", "tie_break") if name in changed]
    if names and Attempt.objects.filter(round__in=competition.rounds_in_order).exists():
        sentence = _("The contest has been played, so this can no longer be changed: %(setting)s.")
        raise fixed_setting(names[0], with_facts(sentence, setting=SETTINGS[names[0]]))


def _require_changeable_round(present: Round, plan: RoundPlan, now: datetime) -> None:
    """Raises `wrong_state` for a change that a published round does not allow any more."""
    may_change = changeable_of_round(present, now)
    if plan.keeps is None:
        sentence = _("The deal of round %(number)d is published.")
        raise fixed_setting("rounds", with_facts(sentence, number=present.number))
    if plan.opens_at != present.opens_at and "opens_at" not in may_change:
        sentence = _("Round %(number)d has opened.")
        raise fixed_setting("rounds", with_facts(sentence, number=present.number))
    if plan.closes_at != present.closes_at and "closes_at" not in may_change:
        sentence = _("Round %(number)d is closed.")
        raise fixed_setting("rounds", with_facts(sentence, number=present.number))


def changeable_of_round(round: Round, now: datetime) -> set[str]:
    """Which of a round's `deal`, `opens_at` and `closes_at` can still be changed."""
    if "rounds" not in changeable(round.competition, now):
        return set()
    by_state = {"scheduled": {"opens_at", "closes_at"}, "open": {"closes_at"}, "closed": set()}
    draft = round.competition.published_at is None
    return by_state[round.state(now)] | ({"deal"} if draft else set())


def _check_places(competition: Competition, plan: Plan) -> None:
    if plan.max_entries is not None and plan.max_entries < competition.entrants:
        raise invalid("max_entries", with_facts(JOINED_ALREADY, number=competition.entrants))


def _check_freeze(competition: Competition, plan: Plan, now: datetime) -> None:
    """Raises `invalid` for a new freeze in the past, since results that were shown cannot be hidden again."""
    if plan.freeze_at != competition.freeze_at and plan.freeze_at is not None and plan.freeze_at <= now:
        raise invalid("freeze_at", _("It is in the past."))


def _check_time_limit(competition: Competition, plan: Plan, now: datetime) -> None:
    """Raises `wrong_state` for a shorter time limit in a competition that has opened."""
    before, after = competition.time_limit_s, plan.time_limit_s
    if before == after or competition.state(now) != "running":
        return
    if before is not None and after is not None and after < before:
        raise fixed_setting(
            "time_limit_s", _("The contest is running: the time for one attempt may only be raised.")
        )


def _apply(competition: Competition, plan: Plan, changed: Sequence[str]) -> list[str]:
    """Set the changed columns on the competition object, and return their names. The rounds are written to
    the database here; the columns are written by the caller."""
    stored = stored_settings(plan)
    settings = [name for name in changed if name in stored]
    for name in settings:
        setattr(competition, name, stored[name])
    if "name" in settings:
        competition.name_facts = None
        settings.append("name_facts")
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
    del competition.rounds_in_order  # drop the cached rounds, which are outdated
