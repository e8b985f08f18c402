"""Paths of the REST API, as SERVICE section 4 lists them."""

from django.urls import path, re_path, register_converter

from . import views
from .converters import PublicId, RoundNumber

register_converter(PublicId, "public_id")
register_converter(RoundNumber, "round_number")

COMPETITION = "competitions/<public_id:competition_id>"

urlpatterns = [
    path("guests", views.Guests.as_view()),
    path("me", views.Me.as_view()),
    path("games", views.Games.as_view()),
    path("games/<slug:slug>", views.OneGame.as_view()),
    path("competitions", views.Competitions.as_view()),
    path(COMPETITION, views.OneCompetition.as_view()),
    path(f"{COMPETITION}/entries", views.Entries.as_view()),
    path(f"{COMPETITION}/standings", views.Standings.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/logs", views.Logs.as_view()),
    re_path("", views.Nothing.as_view()),
]
