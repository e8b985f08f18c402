"""Imagined worlds that agree with what a player sees: face-down cards are dealt at random.

The real face-down cards have no influence, so an imagined world tells no more than the player knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from games import GAMES
from games.cards import CARDS, FACE_DOWN, SUITS
from games.game import Position
from games.pyramid.rules import PLACES, TURNED_ONTO, WASTES, PyramidTable
from games.table import Table
from games.three_by_three.rules import CORNERS, INNER, SQUARES, ThreeByThreeTable, TurnedCard
from games.well.rules import SOURCES, WellTable
from games.winabit.rules import FOUNDATION_NAMES, STACK_NAMES, PulledCard, WinABitTable
from games.wish.rules import PILES, WishTable

from .chance import View


class Lying:
    """The piles of a view, with a random card in place of each face-down card."""

    def __init__(self, seen: View, random: Random) -> None:
        self._names: Mapping[str, list[str]] = seen["piles"]
        shown = {name for names in self._names.values() for name in names}
        pack = GAMES[seen["game"]].pack
        self._hidden = [card for card in pack if card not in {CARDS[name] for name in shown - {FACE_DOWN}}]
        random.shuffle(self._hidden)

    def __getitem__(self, pile: str) -> tuple[int, ...]:
        """The cards of a pile from bottom to top; none for a pile that the game does not have. Ask for each
        pile only once, because each call deals its face-down cards anew."""
        return tuple(
            self._hidden.pop() if name == FACE_DOWN else CARDS[name] for name in self._names.get(pile, ())
        )


def imagine(seen: View, random: Random) -> Position:
    """A position that agrees with the view; its face-down cards are dealt at random."""
    game = GAMES[seen["game"]]
    return Position(game, seen["rules"], _TABLES[game.slug](seen, Lying(seen, random)), seen["ply"])


def _wish(seen: View, lying: Lying) -> WishTable:
    return WishTable(tuple(lying[str(number)] for number in range(1, PILES + 1)), lying["discard"])


def _winabit(seen: View, lying: Lying) -> WinABitTable:
    down = [seen["piles"][name].count(FACE_DOWN) for name in STACK_NAMES]
    stacks = [lying[name] for name in STACK_NAMES]
    waste, pulled = lying["waste"], lying["pulled"]
    hidden = sum(down) + len(pulled)
    return WinABitTable(
        down=tuple(stack[:n] for stack, n in zip(stacks, down, strict=True)),
        up=tuple(stack[n:] for stack, n in zip(stacks, down, strict=True)),
        hand=waste + lying["stock"][::-1],
        turned=len(waste),
        home=tuple(len(lying[name]) for name in FOUNDATION_NAMES),
        # The view does not show from where the card was pulled. A bot that never puts a pulled card back does
        # not need to know.
        pulled=PulledCard(pulled[0], 0, 0) if pulled else None,
        cheats=-seen["score"] - hidden - (seen["rules"]["scoring"] == "5b"),
        hidden=hidden,
        scoring=seen["rules"]["scoring"],
    )


def _well(seen: View, lying: Lying) -> WellTable:
    home = (f"foundation-{suit.lower()}" for suit in SUITS)
    return WellTable(
        tuple(lying[pile] for pile in (*SOURCES, *home)), seen["rules"]["foundations"] == "either"
    )


def _pyramid(seen: View, lying: Lying) -> PyramidTable:
    places = [lying[place] for place in PLACES]
    left = sum(1 << n for n, cards in enumerate(places) if cards)
    pyramid = tuple(cards[0] if cards else 0 for cards in places)
    onto = TURNED_ONTO[seen["rules"]["draw"]]
    wastes = tuple(lying[waste] for waste in WASTES)
    return PyramidTable(pyramid, left, lying["stock"][::-1], wastes, onto, lying["discard"])


def _three_by_three(seen: View, lying: Lying) -> ThreeByThreeTable:
    squares = tuple(lying[square] for square in SQUARES)
    table = ThreeByThreeTable(squares, lying["stock"][::-1], None)
    if turned := lying["turned"]:
        allowed = {square for square in CORNERS if f"place {SQUARES[square]}" in seen["legal"]}
        origin = next(square for square in INNER if table.receivers(square) == allowed)
        table = table._replace(turned=TurnedCard(turned[0], origin))
    return table


_TABLES: Mapping[str, Callable[[View, Lying], Table]] = {
    "wish": _wish,
    "winabit": _winabit,
    "well": _well,
    "pyramid": _pyramid,
    "three-by-three": _three_by_three,
}
