"""Series, and their tables, as a viewer sees them."""

from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from ...contests.series.planned import planned_dates
from ...contests.series.series_table import PointsTable, TableRow, newest_entries
from ...embargo.series import shown_contests
from ...models import Competition, Entry, Every, Series
from ...standings.standings import player_json, two_decimals
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Date, Flag, Moment, Text, Whole
from ..forms.series import AT, BEST, TEMPLATE, UNTIL, WEEKDAY, ZONE
from .competitions import STATES
from .players import PlayerResource
from .resource import Body, RenderedResource, Resource

MOST_LISTED: Final = 100
"""How many contests of a series are listed at most. The newest contests are listed."""

MOST_PLANNED: Final = 8
"""How many coming dates of a series are listed at most."""


class PlannedDate(NamedTuple):
    date: date
    opens_at: datetime


@meaning("A date of a series whose contest is not made yet.")
class PlannedDateResource(Resource):
    date = Date(help_text="The date, in the zone of the series.")
    opens_at = Moment(help_text="When the contest will open. The contest is made a week earlier.")


class SeriesSeen(NamedTuple):
    series: Series
    now: datetime
    url: str
    calendar: str

    @property
    def at(self) -> str:
        return f"{self.series.at:%H:%M}"

    @property
    def planned(self) -> list[PlannedDate]:
        return [PlannedDate(*each) for each in planned_dates(self.series, self.now, most=MOST_PLANNED)]

    @property
    def skipped(self) -> list[date]:
        return [each.date for each in self.series.skipped.all()]


@meaning("A series: the same contest every week or month.")
class SeriesResource(Resource):
    id = Text(source="series.pk", help_text="The id of the series, which never changes.")
    name = Text(source="series.name", help_text=meanings.NAME)
    url = serializers.URLField(help_text="The address of the series' page.")
    calendar = serializers.URLField(help_text="The address of the series' calendar.")
    organiser = PlayerResource(source="series.organiser", help_text="The player who owns the series.")
    template = serializers.SerializerMethodField(help_text=TEMPLATE)
    every = Choice(Every.values, source="series.every", help_text="How often the series has a contest.")
    weekday = Whole(source="series.weekday", allow_null=True, help_text=WEEKDAY)
    at = Text(help_text=AT)
    zone = Text(source="series.zone", help_text=ZONE)
    until = Date(source="series.until", allow_null=True, help_text=UNTIL)
    best = Whole(source="series.best", allow_null=True, help_text=BEST)
    planned = PlannedDateResource(many=True, help_text="The next dates whose contests are not made yet.")
    skipped = serializers.ListField(child=Date(), help_text="The dates that are skipped.")
    created_at = Moment(source="series.created_at", help_text="When the series was made.")
    ended_at = Moment(
        source="series.ended_at",
        allow_null=True,
        help_text="When the organiser ended the series; null before that.",
    )

    def get_template(self, seen: SeriesSeen) -> str:
        return str(seen.series.settings["template"])


class ContestSeen(NamedTuple):
    competition: Competition
    now: datetime
    url: str

    @property
    def state(self) -> str:
        return self.competition.state(self.now)


@meaning("A contest of a series.")
class SeriesContestResource(Resource):
    id = Text(source="competition.pk", help_text="The id of the contest.")
    date = Date(
        source="competition.series_on", help_text="The date of the contest, in the zone of the series."
    )
    name = Text(source="competition.name", help_text=meanings.NAME)
    url = serializers.URLField(help_text="The address of the contest's page.")
    state = Choice(STATES, help_text="The state of the contest.")
    opens_at = Moment(source="competition.opens_at", allow_null=True, help_text=meanings.OPENS_AT)
    closes_at = Moment(source="competition.closes_at", allow_null=True, help_text=meanings.CLOSES_AT)


class WholeSeriesSeen(NamedTuple):
    seen: SeriesSeen
    competitions: Sequence[ContestSeen]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.seen, name)


@meaning("A series with its contests.")
class WholeSeriesResource(SeriesResource):
    competitions = SeriesContestResource(
        many=True, help_text=f"The contests of the series, the newest first; at most {MOST_LISTED}."
    )


def series_json(request: Request, series: Series, now: datetime) -> Body:
    """The series as JSON, without its contests."""
    return SeriesResource.of(_with_addresses(request, series, now))


def whole_series_json(request: Request, series: Series, now: datetime) -> Body:
    """The series as JSON, with its newest contests."""
    contests = [
        ContestSeen(each, now, request.build_absolute_uri(reverse("competition", args=(each.pk,))))
        for each in shown_contests(series)[:MOST_LISTED]
    ]
    return WholeSeriesResource.of(WholeSeriesSeen(_with_addresses(request, series, now), contests))


def _with_addresses(request: Request, series: Series, now: datetime) -> SeriesSeen:
    """The series at this moment, with the addresses of its page and its calendar."""
    page, calendar = (
        request.build_absolute_uri(reverse(name, args=(series.pk,))) for name in ("series", "series_calendar")
    )
    return SeriesSeen(series, now, page, calendar)


class SeriesRowSeen(NamedTuple):
    row: TableRow
    entry: Entry

    @property
    def player(self) -> Body:
        return player_json(self.entry.player, called=self.entry.called)

    @property
    def points(self) -> float:
        return two_decimals(Fraction(self.row.points))


@meaning("A player, with their name in the newest contest that counts for a series.")
class PlayerInSeriesResource(RenderedResource, PlayerResource):
    pass


@meaning("A row of the table of a series.")
class SeriesTableRowResource(Resource):
    rank = Whole(source="row.rank", help_text="The place.")
    tied = Flag(source="row.tied", help_text="Whether others share the place.")
    player = PlayerInSeriesResource(
        help_text="The player, with their name in the newest contest that counts."
    )
    points = serializers.FloatField(
        help_text="The points for the places in the contests, with at most two decimals."
    )
    played = Whole(source="row.played", help_text="In how many of the contests the player has a result.")


@meaning(
    "A page of the table of a series. A place in a certified contest gives as many points as a place in a "
    "round does under the ranking `points`. Either all contests of a player count, or only the best ones."
)
class SeriesTableResource(RenderedResource):
    version = Whole(help_text="The version of the table, which grows with each change.")
    changed = Flag(help_text="Whether the table has changed since the first page.")
    total = Whole(help_text="How many rows the table has.")
    next = serializers.URLField(allow_null=True, help_text="The address of the next page; null at the end.")
    previous = serializers.URLField(
        allow_null=True, help_text="The address of the previous page; null at the beginning."
    )
    contests = Whole(help_text="How many certified contests count.")
    best = Whole(allow_null=True, help_text=BEST)
    results = SeriesTableRowResource(many=True, help_text="The players, the best first.")


def table_rows_json(table: PointsTable, start: int, limit: int) -> list[Body]:
    """At most `limit` rows of the table as JSON, beginning after the first `start` rows."""
    rows = table.rows[start : start + limit]
    entries = newest_entries(table.contests, [row.player for row in rows])
    return SeriesTableRowResource.each(SeriesRowSeen(row, entries[row.player]) for row in rows)
