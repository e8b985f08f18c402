"""The table of a series: each player's points in all its certified contests, or only in the player's best
contests."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from typing import NamedTuple

from django.db.models import Count, QuerySet

from ...embargo.series import tabled_contests
from ...models import Entry, Player, Series, SeriesResult
from ...standings.rankings.points import POINTS


class TableRow(NamedTuple):
    """A player's row in the table of a series."""

    rank: int
    tied: bool
    player: str
    """The id of the player."""
    points: Fraction
    played: int
    """In how many certified contests the player has a result."""


class PointsTable(NamedTuple):
    rows: Sequence[TableRow]
    """All rows, most points first. Rows with equal points: most contests played first, then by player id."""
    contests: Sequence[str]
    """The ids of the contests that the table covers."""


def series_table(series: Series, viewer: Player | None) -> PointsTable:
    """The table over the certified contests whose standings the viewer may see. At most four queries."""
    contests = tabled_contests(series, viewer)
    results = SeriesResult.objects.filter(series=series, entry__competition__in=contests)
    played = dict(results.order_by().values_list("entry__player").annotate(Count("pk")))
    points = {
        player: sum(of if series.best is None else nlargest(series.best, of), Fraction(0))
        for player, of in _points(results).items()
    }
    ordered = sorted(played, key=lambda player: (-points.get(player, 0), -played[player], player))
    return PointsTable(_ranked(ordered, points, played), contests)


def newest_entries(contests: Sequence[str], players: Sequence[str]) -> Mapping[str, Entry]:
    """Each player's newest entry in these contests, by player id. The table shows the name in this entry."""
    entries = Entry.objects.filter(competition__in=contests, player__in=players)
    in_order = entries.select_related("player").order_by("competition__series_on")
    return {entry.player_id: entry for entry in in_order}


def place_points(place: int, sharing: int) -> Fraction:
    """The points for a place that several entries share: the mean of the points for all places that these
    entries take up.

    >>> place_points(1, 1), place_points(9, 4)
    (Fraction(25, 1), Fraction(3, 4))
    """
    return Fraction(sum(POINTS[place - 1 : place - 1 + sharing]), sharing)


def _points(results: "QuerySet[SeriesResult]") -> Mapping[str, list[Fraction]]:
    """Each player's points in the contests, by player id. Places that give no points are left out."""
    points: dict[str, list[Fraction]] = defaultdict(list)
    worth = results.filter(place__lte=len(POINTS)).values_list("entry__player", "place", "sharing")
    for player, place, sharing in worth:
        points[player].append(place_points(place, sharing))
    return points


def _ranked(
    ordered: Sequence[str], points: Mapping[str, Fraction], played: Mapping[str, int]
) -> list[TableRow]:
    sums = [points.get(player, Fraction(0)) for player in ordered]
    sharing: dict[Fraction, int] = defaultdict(int)
    first: dict[Fraction, int] = {}
    for rank, worth in enumerate(sums, start=1):
        first.setdefault(worth, rank)
        sharing[worth] += 1
    return [
        TableRow(first[worth], sharing[worth] > 1, player, worth, played[player])
        for player, worth in zip(ordered, sums, strict=True)
    ]
