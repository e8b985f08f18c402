"""The first page: what this is, what is on, and how to begin."""

from datetime import datetime
from typing import Final

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.models import Competition
from games import GAMES

from ..viewers import player_of

SHOWN: Final = 12
"""Contests of one kind that the page lists."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    player = player_of(request)
    listed = Competition.objects.listed()
    own = Competition.objects.none() if player is None else Competition.objects.of(player)
    return render(
        request,
        "frontend/home.html",
        {
            "games": GAMES.values(),
            "own": _cards(own, now),
            "running": _cards(listed.in_state("running", now), now),
            "scheduled": _cards(listed.in_state("scheduled", now), now),
        },
    )


def _cards(competitions: QuerySet[Competition], now: datetime) -> list[dict[str, object]]:
    """What the page says of the newest few; two or three queries however many there are."""
    found = competitions.with_rounds().annotate(players=Count("entries", distinct=True))[:SHOWN]
    return [
        {
            "competition": competition,
            "state": competition.state(now),
            "rounds": competition.rounds.all(),
            "games": {round.deal.game_slug: round.deal.game for round in competition.rounds.all()}.values(),
        }
        for competition in found
    ]
