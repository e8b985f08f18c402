"""Games of random moves."""

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
    """Random legal moves of a deal, one after the other."""
    table, moves = game.open(seed, rules or {}).table, []
    while len(moves) < longest and (legal := list(table.legal())):
        move = chooser.choice(legal)
        moves.append(move.text)
        table = move.after(table)
    return moves
