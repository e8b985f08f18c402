"""Leaderboards, how ratings work, and a player's rating history."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.models import Rating
from competitions.ratings.leaderboard import LeaderPlace, leaders_after
from games import GAMES

from ..requests.lookups import game_or_404, shown_player_or_404
from ..requests.viewers import player_of
from .own_places import own_place
from .shown_history import rating_history

PAGE: Final = 50
FIRST: Final = 3
"""The page of all games shows this many players of each game, from the first place on."""


@require_safe
def all_leaderboards(request: HttpRequest) -> HttpResponse:
    now, viewer = timezone.now(), player_of(request)
    own = {} if viewer is None else {each.game_slug: each for each in Rating.objects.filter(player=viewer)}
    boards = [
        {"game": game, "leaders": leaders_after(slug, None, FIRST, now).rows, "own": own.get(slug)}
        for slug, game in GAMES.items()
    ]
    return render(request, "ratings/leaderboards.html", {"boards": boards, "viewer": viewer})


@require_safe
def one_leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    game, now, viewer = game_or_404(slug), timezone.now(), player_of(request)
    after = _place_in(request)
    leaders = leaders_after(slug, after, PAGE, now)
    address = reverse("leaderboard", args=(slug,))
    return render(
        request,
        "ratings/leaderboard.html",
        {
            "game": game,
            "leaders": leaders.rows,
            "first": address if after is not None else None,
            "next": f"{address}?after={leaders.rows[-1].place}" if leaders.more else None,
            "viewer": viewer,
            "own": None if viewer is None else own_place(viewer, slug, now),
        },
    )


@require_safe
def player_ratings(request: HttpRequest, who: str, slug: str) -> HttpResponse:
    game, viewer = game_or_404(slug), player_of(request)
    player = shown_player_or_404(who, viewer)
    history = rating_history(player, game, viewer, timezone.now())
    return render(
        request,
        "ratings/player_ratings.html",
        {"player": player, "game": game, "history": history, "own": player == viewer},
    )


def _place_in(request: HttpRequest) -> LeaderPlace | None:
    """Where the requested page starts; None for the first page."""
    if "after" not in request.GET:
        return None
    try:
        return LeaderPlace.read(request.GET["after"])
    except ValueError:
        raise Http404 from None
