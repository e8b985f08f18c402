"""The first page: what Evendeal is, the contests that are on, and how to begin."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.models import Competition
from games import GAMES

from ..contests import cards
from ..next_steps import next_steps
from ..viewers import player_of

SHOWN: Final = 12
"""How many contests of each kind the page lists: the newest."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    player = player_of(request)
    listed = Competition.objects.listed()
    kinds = {
        "yours": Competition.objects.none() if player is None else Competition.objects.of(player),
        "running": listed.in_state("running", now),
        "scheduled": listed.in_state("scheduled", now),
    }
    found = {
        kind: list(contests.newest_first().select_related("organiser")[: SHOWN + 1])
        for kind, contests in kinds.items()
    }
    made = iter(cards([each for contests in found.values() for each in contests[:SHOWN]], now))
    lists = {
        kind: {"cards": [next(made) for _ in contests[:SHOWN]], "more": len(contests) > SHOWN}
        for kind, contests in found.items()
    }
    return render(
        request,
        "frontend/home.html",
        {"games": GAMES.values(), "steps": [] if player is None else next_steps(player, now), **lists},
    )
