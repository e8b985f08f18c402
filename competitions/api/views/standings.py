"""The standings: a page, or all rows as comma-separated values."""

from functools import partial
from typing import Final

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from ...embargo.visibility import Viewpoint
from ...models import Entry
from ...refusals import Refusal
from ...standings import standings
from ...standings.extent import Extent
from ...web import costs
from ...web.caching import A_SECOND, CHECKED, HELD
from ...web.chunks import ChunkedAnswer
from ...web.downloads import as_file
from ...web.limits import charge
from .. import spreadsheets
from ..authentication import require_scope
from ..describe import described
from ..forms.queries import SpreadsheetQuery, StandingsQuery
from ..paging import sheet_json, stretch_in
from ..read_request import read_query
from ..resources.standings import StandingsResource
from ..tags import tag_of, unchanged
from .lookups import round_in_query, viewpoint_on_standings
from .view import ApiView

CSV: Final = "text/csv; charset=utf-8; header=present"


class StandingsView(ApiView):
    compressed = True
    worded = False
    kept = CHECKED

    @described(
        "get_standings",
        "The standings over all rounds or of one round. With `around=me`, only the rows around the "
        "viewer's own row.",
        asks=StandingsQuery,
        gives=StandingsResource,
        problems=("forbidden", "not_entered"),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = viewpoint_on_standings(request, competition_id)
        query = read_query(StandingsQuery, request)
        round = round_in_query(query, seen.competition)
        since, entry = None, None
        if query["around"] is not None:
            entry = _entrant(request, seen)
            make = partial(standings.around, entry, seen, round=round, limit=query["limit"])
        else:
            offset, limit, since = stretch_in(query)
            make = partial(standings.sheet, seen, round=round, offset=offset, limit=limit)
        names_it = 0 <= query["version"] <= seen.competition.version_at(seen.now)
        if names_it and seen.sees_what_all_see and entry is None and "Authorization" not in request.headers:
            # Caches may keep this answer for a second: the address names a version of the standings, and the
            # answer has this version or a newer one. With a token, caches must ask the service each time,
            # so that an ended token is refused at once.
            self.kept = A_SECOND
        basis = Extent(seen, round).basis, entry and entry.pk
        tag = tag_of(standings.FORM, request.build_absolute_uri(), *basis)
        if (known := unchanged(request, tag)) is not None:
            return known
        return Response(
            sheet_json(request, make(), competition=seen.competition, since=since), headers={"ETag": tag}
        )


def _entrant(request: Request, seen: Viewpoint) -> Entry:
    """The viewer's entry. Raises `not_entered` for a player who has not entered, NotAuthenticated for a
    stranger, and `forbidden` for a token that may not read."""
    require_scope(request, "read")
    if seen.entry is None:
        raise Refusal("not_entered", _("You have not joined this contest."))
    return seen.entry


class AllStandingsView(ApiView):
    kept = HELD
    worded = False
    compressed = True

    @described(
        "get_standings_csv",
        "All rows of the standings over all rounds or of one round, as comma-separated values.",
        asks=SpreadsheetQuery,
        gives=(CSV,),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = viewpoint_on_standings(request, competition_id)
        competition = seen.competition
        query = read_query(SpreadsheetQuery, request)
        round = round_in_query(query, competition)
        extent = Extent(seen, round)
        table = spreadsheets.SheetColumns.of(competition, counted=len(extent.known))
        tag = tag_of(standings.FORM, table.names, request.build_absolute_uri(), extent.basis)
        if (known := unchanged(request, tag)) is not None:
            return known
        head = as_file(competition.name, "standings", "csv", otherwise=competition.pk) | {"ETag": tag}
        if request.method == "HEAD":
            return HttpResponse(content_type=CSV, headers=head)
        charge(request, costs.of_standings(competition.entrants, len(competition.rounds_in_order)))
        rows = map(table.cells, standings.rows(seen, round=round))
        before = spreadsheets.BYTE_ORDER_MARK if query["bom"] else ""
        chunks = spreadsheets.csv_lines(table.names, rows, before=before)
        return ChunkedAnswer(chunks, content_type=CSV, headers=head)
