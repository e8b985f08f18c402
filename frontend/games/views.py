"""The pages with the rules of the games. The texts are from the package `games`."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competitions.translatable import about_game, language_of_games
from games import GAMES
from games.glossary import table_words

from ..challenges.deal_links import first_deal
from ..requests.lookups import game_or_404
from ..wording import link_previews


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/games.html", {"games": GAMES.values()})


@require_safe
def one_game(request: HttpRequest, slug: str) -> HttpResponse:
    game = game_or_404(slug)
    return render(
        request,
        "games/game.html",
        {
            "game": game,
            "about": about_game(game),
            "shared_link": link_previews.to_game(game),
            "guide": first_deal(game),
            "words": table_words(game, language_of_games()),
            "others": [other for other in GAMES.values() if other is not game],
            "worst": [
                {"rules": {option: value}, "score": game.worst_score({option: value})}
                for option, values in game.options.items()
                for value in values
            ]
            or [{"rules": {}, "score": game.worst_score({})}],
        },
    )
