"""Series: list, make, read, change and end them, skip a date, and read a series' table."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.series.organise import change_series, end_series, make_series, skip_date
from ...contests.series.series_table import series_table
from ...models import Series
from ...web.caching import CHECKED
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.queries import PageQuery
from ..forms.series import SeriesChanges, SeriesForm, SkipForm
from ..idempotency import JsonAnswer, answer_once
from ..paging import SERIES, stretch_in, table_json
from ..read_request import read, read_query
from ..resources.resource import Body, page_of
from ..resources.series import (
    SeriesResource,
    SeriesTableResource,
    WholeSeriesResource,
    series_json,
    table_rows_json,
    whole_series_json,
)
from ..tags import still_matches
from .lookups import series_at
from .view import ApiView


class AllSeriesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read", "POST": "organise"}
    throttle_scope = "competitions"
    kept = CHECKED

    @described(
        "list_series",
        "The caller's series, the newest first, without their contests.",
        asks=PageQuery,
        gives=page_of(SeriesResource),
    )
    def get(self, request: Request) -> Response:
        mine = caller_of(request).series.select_related("organiser").prefetch_related("skipped")
        page = SERIES.page(mine, request, read_query(PageQuery, request))
        now = timezone.now()
        return Response(page.json([series_json(request, series, now) for series in page.rows]))

    @described(
        "make_series",
        "Make a series: a contest like the template every week or month, made and published a week ahead.",
        takes=SeriesForm,
        gives={201: WholeSeriesResource},
        problems=("full",),
        once=True,
        found_by="get_series",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], JsonAnswer]:
            asked = read(SeriesForm, request)
            return lambda: make(asked)

        def make(asked: Mapping[str, Any]) -> JsonAnswer:
            made = make_series(organiser=caller_of(request), now=now, **asked)
            return JsonAnswer(201, _current(request, made))

        return answer_once(request, now, prepare)


def _current(request: Request, series: Series) -> Body:
    """The series as JSON, read again from the database."""
    return whole_series_json(request, series_at(series.pk, viewer_of(request)), timezone.now())


class SeriesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"PATCH": "organise"}
    throttle_scope = "competitions"
    kept = CHECKED

    @described("get_series", "A series with its contests and its next dates.", gives=WholeSeriesResource)
    def get(self, request: Request, series_id: str) -> Response:
        return Response(_current(request, series_at(series_id, viewer_of(request))))

    @described(
        "change_series",
        "Change a series. Only its organiser may. Contests that are already made do not change.",
        takes=SeriesChanges,
        gives=WholeSeriesResource,
        problems=("wrong_state",),
    )
    def patch(self, request: Request, series_id: str) -> Response:
        series = series_at(series_id, viewer_of(request))
        change_series(
            series=series,
            organiser=caller_of(request),
            changes=read(SeriesChanges, request),
            now=timezone.now(),
            first=still_matches(request, lambda: _current(request, series)),
        )
        return Response(_current(request, series))


class SkipView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "skip_date",
        "Skip a date of the series, or stop skipping it. Only the organiser may.",
        takes=SkipForm,
        gives=WholeSeriesResource,
        problems=("wrong_state",),
    )
    def post(self, request: Request, series_id: str) -> Response:
        series, form = series_at(series_id, viewer_of(request)), read(SkipForm, request)
        skip_date(
            series=series,
            organiser=caller_of(request),
            date=form["date"],
            skips=form["skipped"],
            now=timezone.now(),
        )
        return Response(_current(request, series))


class EndView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "end_series",
        "End the series. Only its organiser may. Contests that are already made still take place.",
        gives=WholeSeriesResource,
    )
    def post(self, request: Request, series_id: str) -> Response:
        series = series_at(series_id, viewer_of(request))
        end_series(series=series, organiser=caller_of(request), now=timezone.now())
        return Response(_current(request, series))


class TableView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_series_standings",
        "The table of a series: each player's points from its certified contests. If the series has "
        "`best`, only that many of a player's contests count: the best ones.",
        asks=PageQuery,
        gives=SeriesTableResource,
    )
    def get(self, request: Request, series_id: str) -> Response:
        viewer = viewer_of(request)
        series, query = series_at(series_id, viewer), read_query(PageQuery, request)
        start, limit, _ = stretch_in(query)
        table = series_table(series, viewer)
        rows = table_rows_json(table, start, limit)
        body = table_json(request, rows, query=query, version=series.version, total=len(table.rows))
        return Response(body | {"contests": len(table.contests), "best": series.best})
