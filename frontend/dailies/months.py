"""A month of daily deals, with the viewer's result at each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Max, Min

from competitions.contests.dailies.places import known_places
from competitions.contests.dailies.streaks import NO_STREAK, Streak, streaks_of
from competitions.embargo.visibility import Viewpoint, viewpoints
from competitions.models import Attempt, Competition, Daily, Player
from games import GAMES
from games.game import Game

from ..challenges.deal_links import LinkedDeal

A_MONTH: Final = timedelta(days=31)


@dataclass(frozen=True)
class CalendarDeal:
    """A deal of the day in the calendar."""

    competition: Competition
    game: Game
    state: str
    """The state of the competition."""
    attempt: Attempt | None
    """The viewer's only attempt; None if they have not begun."""
    place: int | None
    """The viewer's place. None in each of these cases: the viewer has no result, has the only result, or may
    not know the place."""
    cards: str
    """The address for playing the deal again; empty until the round is closed for everyone."""


@dataclass(frozen=True)
class CalendarDay:
    date: date
    deals: Sequence[CalendarDeal | None]
    """One deal for each game, in the order of `games.GAMES`; None for a game without a deal."""


@dataclass(frozen=True)
class Month:
    """A month of the calendar. Days without dailies are left out."""

    first: date
    """The first of the month."""
    days: Sequence[CalendarDay]
    """The days, newest first."""
    earlier: date | None
    later: date | None


def month_of(first: date, viewer: Player | None, now: datetime) -> Month | None:
    """The month that begins at `first`; None outside the months from the oldest daily to the newest.

    Takes at most twelve queries for a player, however many dailies the month has.
    """
    ends = Daily.objects.aggregate(oldest=Min("date"), newest=Max("date"))
    if ends["oldest"] is None or not _first(ends["oldest"]) <= first <= ends["newest"]:
        return None
    following = _first(first + A_MONTH)
    made = Competition.objects.with_rounds().filter(daily__date__gte=first, daily__date__lt=following)
    begun: Mapping[str, Attempt] = {}
    dailies = list(made)
    if viewer is not None:
        mine = Attempt.objects.filter(player=viewer, round__competition__in=made).select_related("round")
        begun = {attempt.round.competition_id: attempt for attempt in mine}
    days: dict[date, dict[str, CalendarDeal]] = defaultdict(dict)
    seen = viewpoints(dailies, viewer, now)
    places = known_places(seen) if begun else {}
    for one in seen:
        daily, pk = one.competition.daily, one.competition.pk
        assert daily is not None
        days[daily.date][daily.game_slug] = _deal(one, begun.get(pk), places.get(pk))
    return Month(
        first,
        [
            CalendarDay(day, [deals.get(slug) for slug in GAMES])
            for day, deals in sorted(days.items(), reverse=True)
        ],
        _first(first - timedelta(days=1)) if ends["oldest"] < first else None,
        following if following <= ends["newest"] else None,
    )


def runs_of(viewer: Player, now: datetime) -> Sequence[Streak]:
    """The viewer's streak at each game, in the order of the games. Three queries."""
    streaks = streaks_of(viewer, now)
    return [streaks.get(slug, NO_STREAK) for slug in GAMES]


def cards_of(seen: Viewpoint) -> LinkedDeal | None:
    """The deal of a daily, to play again; None until it has closed for everyone."""
    [round] = seen.competition.rounds_in_order
    seed = seen.seed(round)
    if seed is None or not seen.opened_up(round):
        return None
    return LinkedDeal(round.deal.game, round.deal.rules, seed)


def _deal(seen: Viewpoint, attempt: Attempt | None, place: int | None) -> CalendarDeal:
    competition, cards = seen.competition, cards_of(seen)
    return CalendarDeal(
        competition,
        competition.rounds_in_order[0].deal.game,
        competition.state(seen.now),
        attempt,
        place,
        "" if cards is None else cards.practice,
    )


def _first(day: date) -> date:
    return day.replace(day=1)
