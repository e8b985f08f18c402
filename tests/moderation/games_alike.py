"""Moves that tell something of whoever makes them: one of several, and not the hint."""

import random
from itertools import count

from games.game import Position
from games.hints import LED_TABLES, hint
from games.replay import play


def telling_moves(opening: Position, many: int) -> list[str]:
    """A game with so many such moves, that ends with the last of them."""
    return next(moves for seed in count() if (moves := _telling_moves(opening, many, random.Random(seed))))


def _telling_moves(opening: Position, many: int, chance: random.Random) -> list[str]:
    """Empty where the game is over before."""
    position, moves, told = opening, [], 0
    while told < many:
        if not (allowed := legal(position)):
            return []
        given = hint(position, LED_TABLES)
        moves.append(chance.choice(allowed))
        told += len(allowed) > 1 and (given is None or moves[-1] != given["move"])
        position = play(position, moves[-1])
    return moves


def legal(position: Position) -> list[str]:
    return sorted(move.text for move in position.table.legal())
