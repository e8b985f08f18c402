"""The rules of Three By Three: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from games.cards import NO_SUIT, SUIT
from games.language import Message
from games.piles import Pile
from games.table import Move, refilled

#: A square is its index here, in reading order.
SQUARES = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")
NW, N, NE, W, C, E, SW, S, SE = range(9)
CORNERS = (NW, NE, SW, SE)
INNER = (N, W, C, E, S)
#: For each edge the corners beside it; for the centre the two pairs of opposite corners.
BETWEEN = {N: ((NW, NE),), W: ((NW, SW),), E: ((NE, SE),), S: ((SW, SE),), C: ((NW, SE), (NE, SW))}
ROUNDS = 6

TURNED_FIRST = Message("three_by_three.turned_card_first")
NONE_TURNED = Message("none_turned")
NO_CARD = Message("three_by_three.no_card_to_turn")
STILL_TO_TURN = Message("three_by_three.still_to_turn")
ALL_DEALT = Message("three_by_three.all_rounds_dealt", rounds=ROUNDS)
NOT_THAT_CORNER = Message("three_by_three.not_that_corner")
#: For each inner square: why its card cannot be turned up while no corner takes the card.
DIFFERENT = {
    **dict.fromkeys((N, W, E, S), Message("three_by_three.corners_differ")),
    C: Message("three_by_three.opposite_corners_differ"),
}


class TurnedCard(NamedTuple):
    """A card that was turned up on a square and must now be placed on a corner."""

    card: int
    square: int


class ThreeByThreeTable(NamedTuple):
    """`squares` are the nine piles in reading order, the corners face up, the others face down.

    `stock` has the cards not yet dealt, the next one first.
    """

    squares: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    turned: TurnedCard | None

    @property
    def finished(self) -> bool:
        return not self.stock and not self.turned and not self.can_turn()

    @property
    def won(self) -> bool:
        return self.score == 0 and self.finished

    @property
    def score(self) -> int:
        """The number of face-down cards, and five more for each round not yet dealt."""
        rounds_to_come = len(self.stock) // len(SQUARES)
        return sum(len(self.squares[square]) for square in INNER) + len(INNER) * rounds_to_come

    def receivers(self, square: int) -> frozenset[int]:
        """Return the corners that may receive a card turned from a square."""
        nw, _, ne, _, _, _, sw, _, se = self.squares
        return receivers_of(square, (SUIT[nw[-1]], SUIT[ne[-1]], SUIT[sw[-1]], SUIT[se[-1]]))

    def can_turn(self) -> bool:
        return any(self.squares[square] and self.receivers(square) for square in INNER)

    def legal(self) -> Iterator[Move]:
        return (move for move in MOVES if move.refusal(self) is None)

    @property
    def origin(self) -> str | None:
        return SQUARES[self.turned.square] if self.turned else None

    def face_down(self) -> tuple[int, ...]:
        return (*(card for square in INNER for card in self.squares[square]), *self.stock)

    def with_face_down(self, cards: Sequence[int]) -> ThreeByThreeTable:
        squares = list(self.squares)
        *inner, stock = refilled((*(squares[square] for square in INNER), self.stock), cards)
        for square, pile in zip(INNER, inner, strict=True):
            squares[square] = pile
        return self._replace(squares=tuple(squares), stock=stock)

    def piles(self) -> dict[str, Pile]:
        return {
            **{
                name: Pile(0, pile) if square in CORNERS else Pile(len(pile))
                for square, (name, pile) in enumerate(zip(SQUARES, self.squares, strict=True))
            },
            "stock": Pile(len(self.stock)),
            "turned": Pile(0, (self.turned.card,) if self.turned else ()),
        }


@cache
def receivers_of(square: int, suits: tuple[int, int, int, int]) -> frozenset[int]:
    """Return the corners that may receive a card from a square while the corners show these suits."""
    suit = dict(zip(CORNERS, suits, strict=True))
    jokers = {corner for corner in CORNERS if suit[corner] == NO_SUIT}
    matching = [pair for pair in BETWEEN[square] if suit[pair[0]] == suit[pair[1]] != NO_SUIT]
    if matching:
        return frozenset(CORNERS if square == C else matching[0]) | jokers
    return frozenset(jokers)


@dataclass(frozen=True)
class Turn:
    """Turn the topmost card of a square face up, to be placed next."""

    square: int

    @cached_property
    def text(self) -> str:
        return f"turn {SQUARES[self.square]}"

    def refusal(self, table: ThreeByThreeTable) -> Message | None:
        if table.turned:
            return TURNED_FIRST
        if not table.squares[self.square]:
            return NO_CARD
        return None if table.receivers(self.square) else DIFFERENT[self.square]

    def after(self, table: ThreeByThreeTable) -> ThreeByThreeTable:
        squares = list(table.squares)
        pile = squares[self.square]
        squares[self.square] = pile[:-1]
        return ThreeByThreeTable(tuple(squares), table.stock, TurnedCard(pile[-1], self.square))


@dataclass(frozen=True)
class PlaceCard:
    """Lay the turned card on a corner."""

    corner: int

    @cached_property
    def text(self) -> str:
        return f"place {SQUARES[self.corner]}"

    def refusal(self, table: ThreeByThreeTable) -> Message | None:
        if not table.turned:
            return NONE_TURNED
        if self.corner not in table.receivers(table.turned.square):
            return NOT_THAT_CORNER
        return None

    def after(self, table: ThreeByThreeTable) -> ThreeByThreeTable:
        assert table.turned is not None
        squares = list(table.squares)
        squares[self.corner] += (table.turned.card,)
        return ThreeByThreeTable(tuple(squares), table.stock, None)


@dataclass(frozen=True)
class DealRound:
    """Lay the next round of nine cards on the squares."""

    text = "deal"

    def refusal(self, table: ThreeByThreeTable) -> Message | None:
        if table.turned:
            return TURNED_FIRST
        if not table.stock:
            return ALL_DEALT
        return STILL_TO_TURN if table.can_turn() else None

    def after(self, table: ThreeByThreeTable) -> ThreeByThreeTable:
        stock = table.stock
        squares = tuple((*pile, card) for pile, card in zip(table.squares, stock, strict=False))
        return ThreeByThreeTable(squares, stock[len(SQUARES) :], None)


MOVES: tuple[Move, ...] = (*map(Turn, INNER), *map(PlaceCard, CORNERS), DealRound())


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    return ((move.text, move) for move in MOVES)


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> ThreeByThreeTable:
    return ThreeByThreeTable(tuple((card,) for card in deck[: len(SQUARES)]), deck[len(SQUARES) :], None)
