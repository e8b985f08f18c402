"""Openings of deals, and random legal moves from a position."""

import random

from games import GAMES
from games.game import Position
from games.replay import play


def some_moves(position: Position, count: int, chance: random.Random) -> list[str]:
    """Random legal moves from a position on, up to this many; a cheat only where nothing else is legal."""
    moves: list[str] = []
    while len(moves) < count:
        legal = sorted(move.text for move in position.table.legal())
        if not legal:
            break
        honest = [text for text in legal if not position.game.is_dear(text)]
        moves.append(chance.choice(honest or legal))
        following = play(position, moves[-1])
        assert isinstance(following, Position)
        position = following
    return moves


def opening(game: str, seed: str, **rules: str) -> Position:
    return GAMES[game].open(seed, rules)
