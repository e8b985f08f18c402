"""The games and their lessons."""

from operator import attrgetter

from rest_framework.request import Request
from rest_framework.response import Response

from games import GAMES
from games.lessons import guide, lesson_pictures

from ...translatable import language_of_games
from ...web.caching import by_all
from ..describe import described
from ..forms.queries import PageQuery
from ..paging import short_page
from ..read_request import read_query
from ..resources.games import GameResource, LessonsResource
from ..resources.resource import page_of
from .lookups import game_at
from .view import ApiView


class GamesView(ApiView):
    compressed = True
    kept = by_all()

    @described(
        "list_games",
        "Every game that can be played, with its rules.",
        asks=PageQuery,
        gives=page_of(GameResource),
    )
    def get(self, request: Request) -> Response:
        query = read_query(PageQuery, request)
        page = short_page(GAMES.values(), request, query, key=attrgetter("slug"))
        return Response(page.json(GameResource.each(page.rows)))


class GameView(ApiView):
    compressed = True
    kept = by_all()

    @described("get_game", "One game.", gives=GameResource)
    def get(self, request: Request, slug: str) -> Response:
        return Response(GameResource.of(game_at(slug)))


class LessonsView(ApiView):
    compressed = True
    kept = by_all()

    @described(
        "get_lessons",
        "The rules in pictures, and a first deal with advice.",
        gives=LessonsResource,
    )
    def get(self, request: Request, slug: str) -> Response:
        game, language = game_at(slug), language_of_games()
        return Response({"sheet": lesson_pictures(game, language), "guide": guide(game, language)})
