"""The rules of Pyramid: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from games.cards import KING, PACK_52, RANK
from games.language import Message
from games.piles import Pile
from games.table import OVER, STOCK_EMPTY, Move

PLACES = tuple(f"{row}{column}" for size, row in enumerate("abcdefg", 1) for column in range(1, size + 1))
WASTES = ("waste", "waste1", "waste2", "waste3")
#: The names of the piles. A pile is its index here. The piles of a pair are written in this order.
PILES = PLACES + WASTES
FIRST_WASTE = len(PLACES)
#: The waste piles that cards are turned onto, as indexes of WASTES, for each value of the option `draw`.
TURNED_ONTO = {"one": (0,), "three": (1, 2, 3)}

#: The pile at a place of the pyramid: `ALONE[card]` with that card, `NO_CARD` if the place is empty.
ALONE, NO_CARD = tuple(Pile(0, (card,)) for card in PACK_52), Pile()

NO_FREE_CARD = Message("pyramid.no_free_card")
NO_TWO_FREE_CARDS = Message("pyramid.no_two_free_cards")
ONLY_KINGS = Message("pyramid.only_kings_go_alone")
NOT_THIRTEEN = Message("pyramid.not_thirteen")

#: A set of places is a bit mask. WHOLE is the whole pyramid. COVERED_BY has, for each place, the two places
#: that cover it, and none for a place of the lowest row.
WHOLE = (1 << len(PLACES)) - 1
COVERED_BY = tuple(
    sum(
        1 << PLACES.index(f"{chr(ord(place[0]) + 1)}{int(place[1]) + step}") for step in (0, 1) if place < "g"
    )
    for place in PLACES
)


class PyramidTable(NamedTuple):
    """`pyramid` has the 28 cards as dealt; the bit mask `left` has the places with a card.

    `stock` has the next card first. `wastes` are all four waste piles, each with its exposed card last;
    `onto` are the indexes of those in use.
    """

    pyramid: tuple[int, ...]
    left: int
    stock: tuple[int, ...]
    wastes: tuple[tuple[int, ...], ...]
    onto: tuple[int, ...]
    discard: tuple[int, ...]

    @property
    def cleared(self) -> bool:
        """Whether all cards of the pyramid are gone, or all cards of the stock and of the waste piles."""
        return not self.left or not (self.stock or any(self.wastes))

    @property
    def finished(self) -> bool:
        return next(self.legal(), None) is None

    @property
    def won(self) -> bool:
        return self.cleared

    @property
    def score(self) -> int:
        return 0 if self.cleared else self.left.bit_count()

    def exposed(self, pile: int) -> int | None:
        """Return the exposed card of a pile; None if there is none."""
        if pile >= FIRST_WASTE:
            waste = self.wastes[pile - FIRST_WASTE]
            return waste[-1] if waste else None
        if self.left >> pile & 1 and not self.left & COVERED_BY[pile]:
            return self.pyramid[pile]
        return None

    def legal(self) -> Iterator[Move]:
        return (move for move in self._candidates() if move.refusal(self) is None)

    def _candidates(self) -> Iterator[Move]:
        yield DRAW
        exposed = [pile for pile in range(len(PILES)) if self.exposed(pile) is not None]
        yield from (KINGS[pile] for pile in exposed)
        yield from (PAIRS[pair] for pair in combinations(exposed, 2))

    @property
    def origin(self) -> None:
        """Return None: a card is never on its way, because each move lays it at once."""
        return None

    def face_down(self) -> tuple[int, ...]:
        return self.stock

    def with_face_down(self, cards: Sequence[int]) -> PyramidTable:
        return self._replace(stock=tuple(cards))

    def piles(self) -> dict[str, Pile]:
        lying = (ALONE[card] if self.left >> n & 1 else NO_CARD for n, card in enumerate(self.pyramid))
        return {
            **dict(zip(PLACES, lying, strict=True)),
            "stock": Pile(len(self.stock)),
            **{WASTES[n]: Pile(0, self.wastes[n]) for n in self.onto},
            "discard": Pile(0, self.discard),
        }

    def without(self, *piles: int) -> PyramidTable:
        """Return the table with the exposed cards of these piles discarded."""
        pyramid, left, stock, wastes, onto, discard = self
        for pile in piles:
            if pile < FIRST_WASTE:
                left ^= 1 << pile
                discard += (pyramid[pile],)
            else:
                n = pile - FIRST_WASTE
                discard += wastes[n][-1:]
                wastes = (*wastes[:n], wastes[n][:-1], *wastes[n + 1 :])
        return PyramidTable(pyramid, left, stock, wastes, onto, discard)


@dataclass(frozen=True)
class Draw:
    """Turn the next card of the stock onto the waste. If the option `draw` is `three`, turn the next three,
    one onto each of three waste piles."""

    text = "draw"

    def refusal(self, table: PyramidTable) -> Message | None:
        if table.cleared:
            return OVER
        return None if table.stock else STOCK_EMPTY

    def after(self, table: PyramidTable) -> PyramidTable:
        pyramid, left, stock, wastes, onto, discard = table
        piles = list(wastes)
        for card, n in zip(stock, onto, strict=False):
            piles[n] += (card,)
        return PyramidTable(pyramid, left, stock[len(onto) :], tuple(piles), onto, discard)


@dataclass(frozen=True)
class King:
    """Discard an exposed king."""

    pile: int

    @cached_property
    def text(self) -> str:
        return f"discard {PILES[self.pile]}"

    def refusal(self, table: PyramidTable) -> Message | None:
        if table.cleared:
            return OVER
        card = table.exposed(self.pile)
        if card is None:
            return NO_FREE_CARD
        return None if RANK[card] == KING else ONLY_KINGS

    def after(self, table: PyramidTable) -> PyramidTable:
        return table.without(self.pile)


@dataclass(frozen=True)
class Pair:
    """Discard two exposed cards that add up to 13. A pile that is named twice is refused, because no
    rank added to itself gives 13."""

    first: int
    second: int

    @cached_property
    def text(self) -> str:
        return f"discard {PILES[self.first]} {PILES[self.second]}"

    def refusal(self, table: PyramidTable) -> Message | None:
        if table.cleared:
            return OVER
        one, other = table.exposed(self.first), table.exposed(self.second)
        if one is None or other is None:
            return NO_TWO_FREE_CARDS
        return None if RANK[one] + RANK[other] == 13 else NOT_THIRTEEN

    def after(self, table: PyramidTable) -> PyramidTable:
        return table.without(self.first, self.second)


DRAW = Draw()
KINGS = tuple(King(pile) for pile in range(len(PILES)))
PAIRS = {pair: Pair(*pair) for pair in combinations(range(len(PILES)), 2)}


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    piles = (*range(FIRST_WASTE), *(FIRST_WASTE + n for n in TURNED_ONTO[rules["draw"]]))
    yield DRAW.text, DRAW
    for pile in piles:
        yield KINGS[pile].text, KINGS[pile]
        twice = Pair(pile, pile)
        yield twice.text, twice
    for first, second in permutations(piles, 2):
        yield f"discard {PILES[first]} {PILES[second]}", PAIRS[min(first, second), max(first, second)]


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> PyramidTable:
    pyramid, stock = deck[: len(PLACES)], deck[len(PLACES) :]
    return PyramidTable(pyramid, WHOLE, stock, ((),) * len(WASTES), TURNED_ONTO[rules["draw"]], ())
