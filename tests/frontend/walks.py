"""Games that somebody plays without a thought."""

import random
from collections.abc import Mapping

from games.game import Game


def walk(
    game: Game,
    seed: str,
    chooser: random.Random,
    *,
    rules: Mapping[str, str] | None = None,
    longest: int = 500,
) -> list[str]:
    """Some moves of a deal that are allowed, one after the other."""
    table, moves = game.open(seed, rules or {}).table, []
    while len(moves) < longest and (legal := list(table.legal())):
        move = chooser.choice(legal)
        moves.append(move.text)
        table = move.after(table)
    return moves
