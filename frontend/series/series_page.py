"""A series as its page shows it to a viewer."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils.safestring import SafeString

from competitions.contests.series.planned import planned_dates
from competitions.contests.series.series_table import TableRow, newest_entries, series_table
from competitions.embargo.series import shown_contests
from competitions.models import Competition, Entry, Player, Series, SeriesResult

from ..wording.lists import listed_html, names_of

PAGE: Final = 50
"""How many rows a page of the table has at most."""

MOST_SHOWN: Final = 60
"""The greatest number of contests that the page lists. Older contests are left out."""

MOST_WINNERS: Final = 3
"""How many winners of a contest are named at most. If there are more, the page says so without their
names."""


@dataclass(frozen=True)
class NextDate:
    """The date of the next contest of a series."""

    date: date
    opens_at: datetime
    contest: Competition | None
    """The contest of the date; None if it is not made yet."""


@dataclass(frozen=True)
class PastContest:
    contest: Competition
    state: str
    winners: Sequence[Entry]
    """The entries in first place. Empty until the contest is certified, and for viewers who may not see
    the standings of the contest."""

    @property
    def winners_named(self) -> SafeString:
        """The names of the first `MOST_WINNERS` winners, as a list."""
        return listed_html(names_of(self.winners[:MOST_WINNERS]))


@dataclass(frozen=True)
class SeriesPage:
    next: NextDate | None
    planned: Sequence[tuple[date, datetime]]
    running: Sequence[Competition]
    past: Sequence[PastContest]
    rows: Sequence[tuple[TableRow, Entry]]
    total: int
    counted: int
    """How many contests the table covers."""

    @property
    def uncertified(self) -> Sequence[Competition]:
        """The closed contests whose organiser has not certified them yet."""
        return [each.contest for each in self.past if each.state == "closed"]


def series_page(series: Series, viewer: Player | None, now: datetime, *, number: int = 1) -> SeriesPage:
    """Read a series for its page, with page `number` of its table. The number of queries is fixed."""
    contests = list(shown_contests(series)[:MOST_SHOWN])
    states = {each.pk: each.state(now) for each in contests}
    planned = planned_dates(series, now, most=4)
    table = series_table(series, viewer)
    shown = table.rows[(number - 1) * PAGE : number * PAGE]
    winners = _winners(table.contests)
    entries = newest_entries(table.contests, [row.player for row in shown])
    return SeriesPage(
        next=_next(contests, states, planned),
        planned=planned,
        running=[each for each in contests if states[each.pk] == "running"],
        past=[
            PastContest(each, states[each.pk], winners.get(each.pk, ()))
            for each in contests
            if states[each.pk] in ("closed", "final", "cancelled")
        ],
        rows=[(row, entries[row.player]) for row in shown],
        total=len(table.rows),
        counted=len(table.contests),
    )


def _next(
    contests: Sequence[Competition], states: Mapping[str, str], planned: Sequence[tuple[date, datetime]]
) -> NextDate | None:
    made = [each for each in contests if states[each.pk] == "scheduled"]
    if made:
        first = made[-1]
        assert first.series_on is not None
        return NextDate(first.series_on, first.opening, first)
    return NextDate(*planned[0], None) if planned else None


def _winners(contests: Sequence[str]) -> Mapping[str, Sequence[Entry]]:
    """The entries in first place in each of these contests, by the contest's id."""
    first: dict[str, list[Entry]] = defaultdict(list)
    best = SeriesResult.objects.filter(entry__competition__in=contests, place=1)
    for result in best.select_related("entry__player").order_by("entry__joined_at"):
        first[result.entry.competition_id].append(result.entry)
    return first
