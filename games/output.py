"""The output of the command line for the list of games and for a deal, ready for JSON."""

from __future__ import annotations

import os
from typing import Any

from games import GAMES
from games.language import ENGLISH
from games.logs import LogError, read_json
from games.replay import Refused, open_deal
from games.views import view


def every_game(language: str = ENGLISH) -> list[dict[str, Any]]:
    """Return every game with its options and limits. The worst score is for the default rules."""
    return [
        {
            "slug": game.slug,
            "name": game.title.words(language),
            "options": game.options,
            "score_order": game.score_order,
            "worst_score": game.worst_score({}),
            "move_limit": game.move_limit,
        }
        for game in GAMES.values()
    ]


def opening_view(game: str, seed: str, rules: str, language: str = ENGLISH) -> dict[str, Any]:
    """Return the opening view of a deal, or the result that refuses it. `rules` is the JSON text that was
    typed."""
    try:
        given = read_json(os.fsencode(rules))
    except LogError:
        given = None  # text that is not JSON is refused in the same way as JSON that is no object
    opening = open_deal(game, seed, given)
    return opening.result(language) if isinstance(opening, Refused) else view(opening)
