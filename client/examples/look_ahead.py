"""Playing Three By Three by looking ahead, in worlds that look just like what is seen.

It takes the engine, and deals itself what lies face down: where the real cards lie it knows as little as
any player.
"""

from __future__ import annotations

from random import Random

from games import GAMES
from games.cards import CARDS, FACE_DOWN, PACK_54
from games.game import Position
from games.replay import Refused, play
from games.three_by_three.rules import CORNERS, INNER, SQUARES, ThreeByThreeTable, TurnedCard
from games.views import view

from .chance import Strategy, View
from .greedy import best, match_corners

GAME = GAMES["three-by-three"]


def look_ahead(worlds: int) -> Strategy:
    """Tries each move in this many imagined deals, and plays each round on as `match_corners` does."""

    def strategy(seen: View, random: Random) -> str:
        imagined = [imagine(seen, random) for _ in range(worlds)]
        return best(seen, random, lambda move: -sum(_outcome(world, move, random) for world in imagined))

    return strategy


def imagine(seen: View, random: Random) -> Position:
    """A position that looks just like the view; its face-down cards are dealt at random."""
    piles = seen["piles"]
    shown = {CARDS[name] for pile in piles.values() for name in pile if name != FACE_DOWN}
    hidden = [card for card in PACK_54 if card not in shown]
    random.shuffle(hidden)
    squares = tuple(
        tuple(hidden.pop() if name == FACE_DOWN else CARDS[name] for name in piles[square])
        for square in SQUARES
    )
    table = ThreeByThreeTable(squares, tuple(hidden), None)
    if piles["turned"]:
        allowed = {square for square in CORNERS if f"place {SQUARES[square]}" in seen["legal"]}
        origin = next(square for square in INNER if table.receivers(square) == allowed)
        table = table._replace(turned=TurnedCard(CARDS[piles["turned"][0]], origin))
    return Position(GAME, seen["rules"], table, seen["ply"])


def _outcome(world: Position, move: str, random: Random) -> int:
    """The score at the end of the round, where the world is played on from `move`.

    The next round covers every corner, so what was done before it matters little afterwards.
    """
    while True:
        after = play(world, move)
        assert not isinstance(after, Refused)
        seen = view(after)
        if after.table.finished or seen["legal"] == ["deal"]:
            return after.table.score
        world, move = after, match_corners(seen, random)
