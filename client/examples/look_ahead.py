"""Plays any game by looking ahead, in imagined worlds that agree with the view.

The bot stops after a number of tables, not after some seconds. So with the same random numbers it plays the
same moves on every machine.

>>> from games import GAMES
>>> from games.views import view
>>> seen = view(GAMES["pyramid"].open("spring-2026"))
>>> look_ahead(100)(seen, Random(1)) in seen["legal"]
True
"""

from __future__ import annotations

from random import Random

from games.game import Position
from games.table import Table

from .chance import Strategy, View
from .greedy import best
from .worlds import imagine

FAR = 40
"""The greatest number of moves made in an imagined world."""

LATER = 0.95
"""The weight of a move's gain, relative to the gain of the move before it."""


def look_ahead(tables: int) -> Strategy:
    """A strategy that tries each move in imagined worlds and plays on there, until it has looked at this
    number of tables. It chooses the move with the greatest gain."""

    def strategy(seen: View, random: Random) -> str:
        if len(seen["legal"]) == 1:
            only: str = seen["legal"][0]
            return only
        gains = dict.fromkeys(seen["legal"], 0.0)
        looked_at = 0
        while looked_at < tables:
            world = imagine(seen, random)
            for move in seen["legal"]:
                gain, more = _played_on(world, move, random)
                gains[move] += gain
                looked_at += more
        return best(seen, random, gains.__getitem__)

    return strategy


def _played_on(world: Position, move: str, random: Random) -> tuple[float, int]:
    """The gain of a move and of the moves after it, where earlier gains count more; and the number of tables
    looked at."""
    game, rules, table, *_ = world
    sign = -1 if game.lowest_wins else 1
    after: Table = game.vocabulary(rules)[move].after(table)
    gain, looked_at, worth = float(sign * (after.score - table.score)), 1, 1.0
    met = {table}
    for _ in range(FAR):
        table = after
        met.add(table)
        tried = [each.after(table) for each in table.legal()]
        if not tried:
            break
        looked_at += len(tried)
        random.shuffle(tried)
        after = max(tried, key=lambda then: (sign * then.score, then not in met))
        worth *= LATER
        gain += worth * sign * (after.score - table.score)
    return gain, looked_at
