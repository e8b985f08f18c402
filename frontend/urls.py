"""The addresses of the pages."""

from django.urls import path, register_converter

from competitions.api.converters import PublicId

from .views.competition import competition_page
from .views.creating import new_competition
from .views.games import all_games, one_game
from .views.home import home
from .views.joining import join_competition
from .views.room import room_page
from .views.tokens import command_line_token

register_converter(PublicId, "competition_id")

urlpatterns = [
    path("", home, name="home"),
    path("new", new_competition, name="new"),
    path("c/<competition_id:competition_id>", competition_page, name="competition"),
    path("c/<competition_id:competition_id>/join", join_competition, name="join"),
    path("c/<competition_id:competition_id>/token", command_line_token, name="token"),
    path("c/<competition_id:competition_id>/room", room_page, name="room"),
    path("games", all_games, name="games"),
    path("games/<slug:slug>", one_game, name="game"),
]
