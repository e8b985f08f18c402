"""The facts that are shared with a result, or with a deal without one; a script puts them into words."""

import json

from competitions.models import Attempt
from competitions.scoring.standings import Row
from games.game import Game


def share_facts(
    game: Game,
    *,
    who: str | None = None,
    played: Attempt | None = None,
    row: Row | None = None,
) -> str:
    """The facts as JSON. `who` is None for players who share results of their own, `played` is None for cards
    without a result, and `row` is the standings row, None where it is not known."""
    ranked = None if row is None or row["rank"] is None else row
    return json.dumps(
        {
            "game": game.name,
            "who": who,
            "score": played and played.score,
            "won": played is not None and played.won,
            "rank": ranked["rank"] if ranked else None,
            "tied": ranked["tied"] if ranked else False,
            "total": ranked["among"] if ranked else 0,
        }
    )
