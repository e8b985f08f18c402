"""Plays Three By Three greedily: place each card so that the most cards can be turned next.

>>> from games import GAMES
>>> from games.views import view
>>> seen = view(GAMES["three-by-three"].open("spring-2026"))
>>> seen["legal"]
['turn w', 'turn e']
>>> keep_jokers(seen, Random(1)) in seen["legal"]
True
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.three_by_three.rules import CORNERS, INNER, SQUARES

from .chance import View

JOKERS = ("X1", "X2")
EDGES = {"n": ("nw", "ne"), "w": ("nw", "sw"), "e": ("ne", "se"), "s": ("sw", "se")}
DIAGONALS = (("nw", "se"), ("ne", "sw"))


def match_corners(seen: View, random: Random) -> str:
    """Place a card so that the most cards can be turned next; turn any card."""
    return best(seen, random, lambda move: _turnable(_exposed_after(seen, move), seen))


def keep_jokers(seen: View, random: Random) -> str:
    """Play as `match_corners` does, but spare the jokers: prefer placing a card on another card, and turning
    a card without the help of a joker."""
    exposed = _exposed(seen)

    def worth(move: str) -> tuple[bool, int]:
        verb, _, place = move.partition(" ")
        spares_jokers = exposed[place] not in JOKERS if verb == "place" else _matches(place, exposed)
        return spares_jokers, _turnable(_exposed_after(seen, move), seen)

    return best(seen, random, worth)


def best(seen: View, random: Random, worth: Callable[[str], Any]) -> str:
    """A legal move of the highest worth; if several have the same worth, a random one of them."""
    legal: list[str] = seen["legal"]
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda move: (worth(move), random.random()))


def _exposed(seen: View) -> dict[str, str]:
    """The exposed card of each corner, by the name of its square."""
    return {SQUARES[corner]: seen["piles"][SQUARES[corner]][-1] for corner in CORNERS}


def _exposed_after(seen: View, move: str) -> dict[str, str]:
    verb, _, place = move.partition(" ")
    return _exposed(seen) | ({place: seen["piles"]["turned"][0]} if verb == "place" else {})


def _turnable(exposed: dict[str, str], seen: View) -> int:
    """The number of face-down cards on the squares from which a card could be turned, if these are the
    exposed cards of the corners."""
    joker = any(card in JOKERS for card in exposed.values())
    inner = [SQUARES[square] for square in INNER]
    return sum(len(seen["piles"][square]) for square in inner if joker or _matches(square, exposed))


def _matches(square: str, exposed: dict[str, str]) -> bool:
    """Whether two corners of the same suit allow a card of this square to be turned, without a joker."""
    pairs = DIAGONALS if square == "c" else (EDGES[square],) if square in EDGES else ()
    return any(_suit(exposed[one]) == _suit(exposed[other]) is not None for one, other in pairs)


def _suit(card: str) -> str | None:
    return None if card in JOKERS else card[1]
