"""The board of a circle for a week. In each daily, the members' places give points. Each member's points are
added up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from games import GAMES

from ...standings.rankings.points import Points

POINTS: Final = Points()


class DailyResult(NamedTuple):
    """A member's result in one daily."""

    day: int
    """The day of the week: 0 for Monday."""
    game_slug: str
    member: str
    score: int


class DayWorth(NamedTuple):
    """A member's points for all dailies of one day and, on a board of one game, the member's score."""

    points: Fraction
    score: int | None
    """The member's score in the day's daily, if the board is of one game; None on boards of several games."""


class BoardRow(NamedTuple):
    """A member's row on the board of a week."""

    member: str
    rank: int | None
    """The rank of the member; None for a member without a known result."""
    tied: bool
    points: Fraction
    played: int
    """The number of dailies played."""
    days: Sequence[DayWorth | None]
    """The member's points of each day, from Monday to Sunday; None for a day without a known result."""


def week_board(
    members: Sequence[str], results: Iterable[DailyResult], *, of_one_game: bool
) -> list[BoardRow]:
    """Return the rows of the members, best first. Members with equal points, and members without results,
    keep the given order.

    The viewer must be allowed to know all `results`. There is at most one for each member and daily.

    >>> results = [DailyResult(0, "wish", "ada", 4), DailyResult(0, "wish", "ben", 9)]
    >>> for row in week_board(["ben", "cleo", "ada"], results, of_one_game=True):
    ...     print(row.member, row.rank, row.points, row.played, row.days[0])
    ada 1 25 1 DayWorth(points=Fraction(25, 1), score=4)
    ben 2 18 1 DayWorth(points=Fraction(18, 1), score=9)
    cleo None 0 0 None
    """
    days: dict[str, dict[int, DayWorth]] = {member: {} for member in members}
    played = dict.fromkeys(members, 0)
    for result, points in _worths(results):
        worth = days[result.member].get(result.day)
        total = points if worth is None else worth.points + points
        days[result.member][result.day] = DayWorth(total, result.score if of_one_game else None)
        played[result.member] += 1
    totals = {
        member: sum((worth.points for worth in of.values()), Fraction(0)) for member, of in days.items()
    }
    ranks = _ranks({member: total for member, total in totals.items() if played[member]})
    rows = []
    for member in members:
        rank, tied = ranks.get(member, (None, False))
        worths = [days[member].get(day) for day in range(7)]
        rows.append(BoardRow(member, rank, tied, totals[member], played[member], worths))
    return sorted(rows, key=lambda row: len(members) + 1 if row.rank is None else row.rank)


def _worths(results: Iterable[DailyResult]) -> Iterable[tuple[DailyResult, Fraction]]:
    """Each result, with the points for its place among the results of the same daily."""
    dailies: dict[tuple[int, str], list[DailyResult]] = defaultdict(list)
    for result in results:
        dailies[result.day, result.game_slug].append(result)
    for (_, slug), field in dailies.items():
        field.sort(key=attrgetter("score"), reverse=GAMES[slug].score_order == "highest")
        places = [list(alike) for _, alike in groupby(field, key=attrgetter("score"))]
        shares = POINTS.shares([len(alike) for alike in places])
        for alike, numerator in zip(places, shares.numerators, strict=True):
            worth = Fraction(numerator, shares.denominator)
            yield from ((result, worth) for result in alike)


def _ranks(totals: Mapping[str, Fraction]) -> Mapping[str, tuple[int, bool]]:
    """The rank of each member by points, and whether other members share the rank."""
    ordered = sorted(totals, key=totals.__getitem__, reverse=True)
    ranks, before = {}, 0
    for _, alike in groupby(ordered, key=totals.__getitem__):
        sharing = list(alike)
        ranks.update(dict.fromkeys(sharing, (before + 1, len(sharing) > 1)))
        before += len(sharing)
    return ranks
