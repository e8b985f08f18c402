"""Games from their first move on, and moves that may be made."""

import random

from games import GAMES
from games.game import Position
from games.replay import play


def some_moves(position: Position, count: int, chance: random.Random) -> list[str]:
    """Legal moves from a position on, as long as there are any, cheats last."""
    moves: list[str] = []
    while len(moves) < count:
        legal = sorted(move.text for move in position.table.legal())
        if not legal:
            break
        honest = [text for text in legal if not text.startswith("pull")]
        moves.append(chance.choice(honest or legal))
        following = play(position, moves[-1])
        assert isinstance(following, Position)
        position = following
    return moves


def opening(game: str, seed: str, **rules: str) -> Position:
    return GAMES[game].open(seed, rules)
