"""The rules of the games, in the engines' own words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import GAMES


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    return render(request, "frontend/games.html", {"games": GAMES.values()})


@require_safe
def one_game(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GAMES:
        raise Http404
    game = GAMES[slug]
    return render(
        request,
        "frontend/game.html",
        {
            "game": game,
            "others": [other for other in GAMES.values() if other is not game],
            "worst": [
                {"rules": {option: value}, "score": game.worst_score({option: value})}
                for option, values in game.options.items()
                for value in values
            ]
            or [{"rules": {}, "score": game.worst_score({})}],
        },
    )
