"""Ratings: the leaderboard of a game, and the history of a player's rating at it."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...ratings.rating_changes import history_of, shown_changes
from ...web.caching import CHECKED
from ..authentication import viewer_of
from ..describe import described
from ..forms.queries import PageQuery
from ..paging import RATING_CHANGES, leaders_page
from ..read_request import read_query
from ..resources.ratings import LeaderboardPageResource, LeaderboardRowResource, RatingChangeResource
from ..resources.resource import page_of
from .lookups import game_at, shown_player
from .view import ApiView


class LeaderboardView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_leaderboard",
        "The players of a game by rating. Listed are players with ten rated rounds or more, at "
        "least one of them in the last 90 days.",
        asks=PageQuery,
        gives=LeaderboardPageResource,
    )
    def get(self, request: Request, slug: str) -> Response:
        page = leaders_page(request, read_query(PageQuery, request), game_at(slug).slug, timezone.now())
        return Response(page.json(LeaderboardRowResource.each(page.rows)))


class RatingHistoryView(ApiView):
    kept = CHECKED

    @described(
        "list_rating_changes",
        "The changes of a player's rating at a game, the newest first. If the profile is private, "
        "only the player gets the changes.",
        asks=PageQuery,
        gives=page_of(RatingChangeResource),
    )
    def get(self, request: Request, who: str, slug: str) -> Response:
        viewer = viewer_of(request)
        changes = history_of(shown_player(who, viewer), game_at(slug).slug)
        page = RATING_CHANGES.page(changes, request, read_query(PageQuery, request))
        known = shown_changes(page.rows, viewer, timezone.now())
        return Response(page.json(RatingChangeResource.each(known)))
