"""Plans: the settings and rounds that a competition is to have, and all checks of these settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.game import Game
from solvers.bands import PROVEN, Band

from ..models import BandKind, Competition, Deal, Names, Others, Play, Ranking, Scores, TieBreak
from ..models.competitions import LONGEST_ABOUT, LONGEST_NAME, SHORTEST_NAME
from ..people.clean_text import clean, visible, with_few_marks
from ..refusals import Refusal, at_fault, invalid
from ..translatable import Translatable, of_game, with_facts

CLOSES_TOO_SOON: Final = _("It closes before it opens.")

OPENED_AT_MOST: Final = timedelta(days=1)
"""How far in the past a new opening may lie. An earlier one is refused, since it is probably a mistake, such
as a wrong year."""
OPENED_LONG_AGO: Final = _("It is more than a day in the past. To open at once, leave it empty.")

TOO_LONG: Final = ngettext_lazy(
    "Give at most %(longest)d character; this has %(given)d.",
    "Give at most %(longest)d characters; this has %(given)d.",
    "longest",
)

Faults = dict[str, list[Translatable]]
"""The error messages of a form or request, by the name of the field."""


@dataclass(frozen=True, kw_only=True)
class RoundPlan:
    """The plan of a round. `rules` must have every option, as `settle_rules` returns them. A `seed` of None
    means a random seed."""

    game: Game
    rules: Mapping[str, str]
    seed: str | None = None
    band: Band | None = None
    """A promise about the deal, for example that it can be won. A search then finds a deal that keeps
    it. None if nothing is promised."""
    keeps: Deal | None = None
    """The deal that the round has already and keeps; None if a deal is made by this plan."""
    opens_at: datetime | None = None
    closes_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The plan of a competition. The values already have the right types, but may contradict each other."""

    name: str
    name_facts: Mapping[str, Any] | None = None
    """The kind and the facts of a name that the site gives; None for the organiser's own words."""
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
    names: str = Names.OWN
    draft: bool = False
    rounds: Sequence[RoundPlan]

    @property
    def seeks_deals(self) -> bool:
        """Whether the solvers must find the deal of some round, because a promise was made about the deal."""
        return any(round.band is not None and round.keeps is None for round in self.rounds)


def plan_of(competition: Competition) -> Plan:
    """The present settings of a competition; each of its rounds keeps its deal."""
    rounds = [
        RoundPlan(
            game=round.deal.game,
            rules=round.deal.rules,
            band=round.deal.band,
            keeps=round.deal,
            opens_at=round.opens_at,
            closes_at=round.closes_at,
        )
        for round in competition.rounds_in_order
    ]
    return Plan(
        name=competition.name,
        name_facts=competition.name_facts,
        about=competition.about,
        access=competition.access,
        play=competition.play,
        attempts=competition.attempts,
        counts=competition.counts,
        others=competition.others,
        time_limit_s=competition.time_limit_s,
        opens_at=competition.opens_at,
        closes_at=competition.closes_at,
        ranking=competition.ranking,
        tie_break=competition.tie_breaks,
        standings=competition.standings,
        freeze_at=competition.freeze_at,
        max_entries=competition.max_entries,
        bots=competition.bots,
        names=competition.names,
        draft=competition.published_at is None,
        rounds=rounds,
    )


def stored_settings(plan: Plan) -> dict[str, Any]:
    """The columns that store the plan, without rounds. Raises `invalid` for an unfit name or description."""
    return {
        "name": clean(plan.name, field="name", shortest=SHORTEST_NAME, longest=LONGEST_NAME),
        "name_facts": plan.name_facts,
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
        "names": plan.names,
    }


def clean_paragraphs(text: str, *, field: str, longest: int) -> str:
    """Return the text with its line breaks, and with only the characters that `visible` keeps. Repeated
    spaces become one space, and repeated empty lines one empty line.

    Raises `invalid` for `field` if more than `longest` code points are left.
    """
    paragraphs: list[list[str]] = [[]]
    for line in (" ".join(visible(each).split()) for each in text.splitlines()):
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    cleaned = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    cleaned = with_few_marks(cleaned, longest)
    if len(cleaned) > longest:
        raise invalid(field, with_facts(TOO_LONG, longest=longest, given=len(cleaned)))
    return cleaned


def check_plan(
    plan: Plan, now: datetime, *, before: Plan | None = None, opened: datetime | None = None
) -> None:
    """Raises `invalid` for settings that contradict each other, for windows that end before they begin or lie
    in the past, and for an opening more than a day in the past. If the ranking adds up scores, raises
    `invalid` also for games whose scores cannot be added up.

    `before` is the present plan: windows that are the same in `before` are not checked again. A competition
    whose plan names no opening opens at `opened`, or now if `opened` is None.
    """
    changing = _Changing(plan, before, now, opened or now)
    _check_play(plan)
    _check_bands(plan)
    _check_window(changing)
    _check_freeze(changing)
    _check_rounds(changing)


class _Changing(NamedTuple):
    """A plan, and the plan `before` the change, which is None for a new competition. Only changed windows are
    checked."""

    plan: Plan
    before: Plan | None
    now: datetime
    opened: datetime

    @property
    def opening(self) -> datetime:
        return self.plan.opens_at or self.opened

    def opened_long_ago(self, opens_at: datetime | None) -> bool:
        return opens_at is not None and self.now - opens_at > OPENED_AT_MOST

    def changes(self, *names: str) -> bool:
        return self.before is None or any(
            getattr(self.plan, name) != getattr(self.before, name) for name in names
        )

    def round_before(self, index: int) -> RoundPlan | None:
        known = [] if self.before is None else self.before.rounds
        return known[index] if index < len(known) else None


def _check_play(plan: Plan) -> None:
    """Raises `invalid` for settings that do not go with the plan's kind of play, sealed or open."""
    if plan.play == Play.OPEN:
        if plan.time_limit_s is not None:
            raise invalid(
                "time_limit_s", _("Only sealed play has a time limit, because open play has no clock.")
            )
        if plan.others != Others.CLOSED:
            raise invalid(
                "others",
                _(
                    "Only sealed play has this choice: in open play, players without an attempt left may "
                    "watch."
                ),
            )
        if TieBreak.TIME in plan.tie_break:
            raise invalid("tie_break", _("Only sealed play has a clock, so time cannot decide in open play."))
        return
    if plan.attempts != 1:
        raise invalid(
            "attempts", _("Sealed play has one attempt at each round: afterwards the player knows the deal.")
        )
    chosen: dict[int, Faults] = {
        index: {"seed": [_("In sealed play the server alone makes the seed.")]}
        for index, round in enumerate(plan.rounds)
        if round.seed is not None
    }
    if chosen:
        raise in_rounds(chosen)


def _check_bands(plan: Plan) -> None:
    """Raises `invalid` for impossible bands, and for a new band in a plan that is no draft, because the deal
    must be found before the contest is published."""
    faults: dict[int, Faults] = {
        index: {"band": [fault]}
        for index, round in enumerate(plan.rounds)
        if round.band is not None and (fault := _band_fault(plan, round, round.band))
    }
    if faults:
        raise in_rounds(faults)
    if plan.seeks_deals and not plan.draft:
        raise invalid(
            "draft", _("A contest with a band begins as a draft. Publish it once its deals are found.")
        )


def _band_fault(plan: Plan, round: RoundPlan, band: Band) -> Translatable:
    """The error message for a band; empty if the band is possible."""
    if plan.play != Play.SEALED:
        return _(
            "Only sealed play has bands: in open play players know the seed, so they can find out par "
            "before they play."
        )
    if round.game.slug not in PROVEN:
        return with_facts(
            _("No best score can be proven for a deal of %(game)s, so it cannot have a band."),
            game=of_game(round.game.title),
        )
    if (band.kind == BandKind.PAR) != (band.low is not None) or (band.low is None) != (band.high is None):
        return _("A band of par has a low and a high end; other bands have neither.")
    worst = round.game.worst_score(round.rules)
    if band.low is not None and band.high is not None and not 0 <= band.low <= band.high <= worst:
        return with_facts(
            _("The low end is at most the high end, and both are from 0 to %(worst)d."), worst=worst
        )
    return ""


def _check_window(changing: _Changing) -> None:
    plan = changing.plan
    if changing.changes("opens_at") and changing.opened_long_ago(plan.opens_at):
        raise invalid("opens_at", OPENED_LONG_AGO)
    if plan.closes_at is None or not changing.changes("opens_at", "closes_at"):
        return
    if plan.closes_at <= changing.now:
        raise invalid("closes_at", _("It is in the past."))
    if plan.closes_at <= changing.opening:
        raise invalid("closes_at", CLOSES_TOO_SOON)


def _check_freeze(changing: _Changing) -> None:
    plan = changing.plan
    if plan.freeze_at is None or not changing.changes("opens_at", "closes_at", "freeze_at"):
        return
    if plan.closes_at is None:
        raise invalid("freeze_at", _("Say when it closes too: the standings stay frozen until the close."))
    if plan.freeze_at >= plan.closes_at:
        raise invalid("freeze_at", _("It must lie before the close."))
    if plan.freeze_at <= changing.opening:
        raise invalid("freeze_at", _("It must lie after the opening."))


def _check_rounds(changing: _Changing) -> None:
    plan = changing.plan
    added_up = plan.ranking in (Ranking.TOTAL, Ranking.AGAINST_PAR)
    if added_up and len({round.game.score_order for round in plan.rounds}) > 1:
        raise invalid(
            "rounds",
            _("These scores cannot be added up: in some of the games fewest points win, in others most."),
        )
    faults = {index: found for index in range(len(plan.rounds)) if (found := _window_faults(changing, index))}
    if faults:
        raise in_rounds(faults)


def _window_faults(changing: _Changing, index: int) -> Faults:
    """The errors in a round's window, by field; empty if the window has none."""
    plan, round, before = changing.plan, changing.plan.rounds[index], changing.round_before(index)
    window = (round.opens_at, round.closes_at)
    is_new = before is None or window != (before.opens_at, before.closes_at)
    if not is_new and not changing.changes("opens_at", "closes_at"):
        return {}
    faults: Faults = {}
    if round.opens_at is not None and plan.opens_at is not None and round.opens_at < plan.opens_at:
        faults["opens_at"] = [_("The round would open before the contest.")]
    if round.opens_at is not None and plan.closes_at is not None and round.opens_at >= plan.closes_at:
        faults["opens_at"] = [_("The round would open after the contest has closed.")]
    if (before is None or round.opens_at != before.opens_at) and changing.opened_long_ago(round.opens_at):
        faults["opens_at"] = [OPENED_LONG_AGO]
    if round.closes_at is not None:
        if is_new and round.closes_at <= changing.now:
            faults["closes_at"] = [_("It is in the past.")]
        elif round.closes_at <= max(round.opens_at or changing.opening, changing.opening):
            faults["closes_at"] = [CLOSES_TOO_SOON]
        elif plan.closes_at is not None and round.closes_at > plan.closes_at:
            faults["closes_at"] = [_("The round would close after the contest.")]
    return faults


def in_rounds(faults: Mapping[int, Faults]) -> Refusal:
    """Return a refusal that shows the errors of several rounds. `faults` has each round's errors by its
    index."""
    return at_fault({"rounds": faults})
