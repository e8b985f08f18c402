"""Ways to play Three By Three: each chooses a legal move from the view alone, as a player at the table must.

>>> seen = view(GAME.open("spring-2026"))
>>> seen["legal"]
['turn w', 'turn e']
>>> keep_jokers(seen, Random(1)) in seen["legal"]
True
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games import GAMES
from games.cards import CARDS, FACE_DOWN, PACK_54
from games.game import Position
from games.replay import Refused, play
from games.three_by_three import CORNERS, INNER, SQUARES, ThreeByThreeTable, TurnedCard
from games.views import view

View = dict[str, Any]
Strategy = Callable[[View, Random], str]

GAME = GAMES["three-by-three"]
JOKERS = ("X1", "X2")
EDGES = {"n": ("nw", "ne"), "w": ("nw", "sw"), "e": ("ne", "se"), "s": ("sw", "se")}
DIAGONALS = (("nw", "se"), ("ne", "sw"))


def play_anything(seen: View, random: Random) -> str:
    """Any legal move."""
    legal: list[str] = seen["legal"]
    return random.choice(legal)


def match_corners(seen: View, random: Random) -> str:
    """Places a card where most cards can be turned next; turns any."""
    return _best(seen, random, lambda move: _turnable(_exposed_after(seen, move), seen))


def keep_jokers(seen: View, random: Random) -> str:
    """Plays as `match_corners` does, and covers a joker only when nothing else is left."""
    exposed = _exposed(seen)

    def worth(move: str) -> tuple[bool, int]:
        verb, _, place = move.partition(" ")
        spares_jokers = exposed[place] not in JOKERS if verb == "place" else _matches(place, exposed)
        return spares_jokers, _turnable(_exposed_after(seen, move), seen)

    return _best(seen, random, worth)


def absent_minded(strategy: Strategy, share: float) -> Strategy:
    """Plays anything in this share of the moves, and follows the strategy in the others."""
    return lambda seen, random: (play_anything if random.random() < share else strategy)(seen, random)


def look_ahead(worlds: int) -> Strategy:
    """Tries each move in this many imagined deals, and plays each round on as `match_corners` does."""

    def strategy(seen: View, random: Random) -> str:
        imagined = [imagine(seen, random) for _ in range(worlds)]
        return _best(seen, random, lambda move: -sum(_outcome(world, move, random) for world in imagined))

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


def _best(seen: View, random: Random, worth: Callable[[str], Any]) -> str:
    """A legal move of the highest worth; among equals, a random one."""
    legal: list[str] = seen["legal"]
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda move: (worth(move), random.random()))


def _exposed(seen: View) -> dict[str, str]:
    """The exposed card of each corner."""
    return {SQUARES[corner]: seen["piles"][SQUARES[corner]][-1] for corner in CORNERS}


def _exposed_after(seen: View, move: str) -> dict[str, str]:
    verb, _, place = move.partition(" ")
    return _exposed(seen) | ({place: seen["piles"]["turned"][0]} if verb == "place" else {})


def _turnable(exposed: dict[str, str], seen: View) -> int:
    """How many face-down cards lie where a match or a joker on these corners would let one be turned."""
    joker = any(card in JOKERS for card in exposed.values())
    inner = [SQUARES[square] for square in INNER]
    return sum(len(seen["piles"][square]) for square in inner if joker or _matches(square, exposed))


def _matches(square: str, exposed: dict[str, str]) -> bool:
    """Whether two corners of one suit let a card of this square be turned without a joker."""
    pairs = DIAGONALS if square == "c" else (EDGES[square],) if square in EDGES else ()
    return any(_suit(exposed[one]) == _suit(exposed[other]) is not None for one, other in pairs)


def _suit(card: str) -> str | None:
    return None if card in JOKERS else card[1]
