"""The careers of players: profiles, results, and comparisons of two players."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...embargo.player_results import reader_of
from ...embargo.profiles import shows_profile
from ...ratings.careers.career import Career
from ...ratings.careers.past_results import past_results
from ...ratings.careers.versus import Versus
from ...web.caching import CHECKED
from ..authentication import viewer_of
from ..describe import described
from ..forms.queries import PageQuery
from ..paging import RESULTS
from ..read_request import read_query
from ..resources.careers import (
    EncounterResource,
    PastResultResource,
    ProfileResource,
    ShownCareer,
    VersusResource,
)
from ..resources.resource import page_of
from .lookups import player_at, shown_player
from .view import ApiView


class PlayerView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_player",
        "A player and their results and ratings, as far as the viewer may know these. The player is "
        "named by id, or by `@` and the name of an account.",
        gives=ProfileResource,
    )
    def get(self, request: Request, who: str) -> Response:
        player, viewer = player_at(who), reader_of(viewer_of(request))
        career = Career(player, viewer, timezone.now())
        return Response(ProfileResource.of(ShownCareer(career, shown=shows_profile(player, viewer))))


class ResultsView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "list_results",
        "The results of a player that the viewer may know of, the newest first.",
        asks=PageQuery,
        gives=page_of(PastResultResource),
    )
    def get(self, request: Request, who: str) -> Response:
        viewer = reader_of(viewer_of(request))
        career = Career(shown_player(who, viewer), viewer, timezone.now())
        page = RESULTS.page(career.results, request, read_query(PageQuery, request))
        return Response(page.json(PastResultResource.each(past_results(page.rows, career))))


class VersusView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "compare_players",
        "The rounds that two players have both played and whose scores the viewer may know, with "
        "both scores, and how often each player was better. Only the newest 10,000 results of the "
        "first player count.",
        asks=PageQuery,
        gives=VersusResource,
    )
    def get(self, request: Request, who: str, other: str) -> Response:
        viewer = reader_of(viewer_of(request))
        player, against = shown_player(who, viewer), shown_player(other, viewer)
        versus = Versus(Career(player, viewer, timezone.now()), against)
        page = RESULTS.page(versus.results, request, read_query(PageQuery, request))
        sums = versus.sum()._asdict() | {"complete": versus.career.is_complete}
        return Response(sums | page.json(EncounterResource.each(versus.encounters(page.rows))))
