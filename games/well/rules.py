"""The rules of Well: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from games.cards import ACE, KING, PACK_52, RANK, SUIT, SUITS, TWO
from games.language import Message
from games.piles import Pile
from games.table import NOTHING_CHANGES, Move

ROWS = 8
LEFT, RIGHT, WELL_PILE = ROWS, ROWS + 1, ROWS + 2
#: The first of the four foundations, one for each suit. A card goes only to the foundation of its suit.
FOUNDATION = WELL_PILE + 1
SOURCES = (*(str(row + 1) for row in range(ROWS)), "left", "right", "well")
#: The targets that a move can name, each with the number of its pile: 0 to 7 for the rows, then the numbers
#: above. The side rows, left and right, receive nothing.
TARGETS = {**{str(row + 1): row for row in range(ROWS)}, "well": WELL_PILE, "foundation": FOUNDATION}

#: For each card, the cards it may be laid on: those of its suit, one rank higher or lower.
GOES_ON = tuple(
    frozenset(on for on in PACK_52 if SUIT[on] == SUIT[card] and abs(RANK[on] - RANK[card]) == 1)
    for card in PACK_52
)
WELL_SHUT = Message("well.well_is_shut")
WELL_TAKEN = Message("well.well_is_taken")
NO_CARD = Message("well.no_card")
NOT_NEXT = Message("well.not_the_next_card")
NOT_IN_SUIT = Message("well.rows_are_built_in_suit")
ACES = tuple((card,) for card in PACK_52 if RANK[card] == ACE)


class WellTable(NamedTuple):
    """`stacks` are all piles: the eight rows, the left and the right side row and the well, each from the
    bottom up and all face up; then the foundations, each in the order of laying, the ace first.

    `either`: whether a foundation may also go on from its ace to the king, and then down.
    """

    stacks: tuple[tuple[int, ...], ...]
    either: bool

    @property
    def home(self) -> tuple[tuple[int, ...], ...]:
        """The foundations, which are the last of the stacks."""
        return self.stacks[FOUNDATION:]

    @property
    def finished(self) -> bool:
        return next(self.legal(), None) is None

    @property
    def won(self) -> bool:
        return self.score == 0

    @property
    def score(self) -> int:
        return len(PACK_52) - sum(map(len, self.home))

    def legal(self) -> Iterator[Move]:
        return (move for move in self._candidates() if move.refusal(self) is None)

    def _candidates(self) -> Iterator[Move]:
        """Yield every legal move, and some illegal ones: this checks only whether a card fits on a row."""
        rows = self.stacks[:ROWS]
        exposed = {row[-1]: target for target, row in enumerate(rows) if row}
        always = (*(target for target, row in enumerate(rows) if not row), WELL_PILE, FOUNDATION)
        for source, stack in enumerate(self.stacks[:FOUNDATION]):
            if stack:
                yield from (CARRIES[source, exposed[on]] for on in GOES_ON[stack[-1]] if on in exposed)
                yield from (CARRIES[source, target] for target in always)

    @property
    def origin(self) -> None:
        """Return None: a card is never on its way, because each move lays it at once."""
        return None

    def face_down(self) -> tuple[int, ...]:
        return ()

    def with_face_down(self, cards: Sequence[int]) -> WellTable:
        return self

    def piles(self) -> dict[str, Pile]:
        return {
            **{
                f"foundation-{suit.lower()}": Pile(0, cards)
                for suit, cards in zip(SUITS, self.home, strict=True)
            },
            **{pile: Pile(0, cards) for pile, cards in zip(SOURCES, self.stacks, strict=False)},
        }


@dataclass(frozen=True, slots=True)
class Carry:
    """Move the exposed card of a row or of the well."""

    source: int
    target: int
    text: str

    def refusal(self, table: WellTable) -> Message | None:
        source, target, stacks = self.source, self.target, table.stacks
        if not stacks[source]:
            return NO_CARD
        if source == WELL_PILE and stacks[LEFT] and stacks[RIGHT]:
            return WELL_SHUT
        card = stacks[source][-1]
        if target == FOUNDATION:
            home = stacks[FOUNDATION + SUIT[card]]
            return None if is_next(card, home, table.either) else NOT_NEXT
        onto = stacks[target]
        if target == WELL_PILE:
            return WELL_TAKEN if onto else None
        if onto:
            return None if onto[-1] in GOES_ON[card] else NOT_IN_SUIT
        if source < ROWS and len(stacks[source]) == 1:
            return NOTHING_CHANGES
        return None

    def after(self, table: WellTable) -> WellTable:
        source, target = self.source, self.target
        stacks = list(table.stacks)
        stack = stacks[source]
        stacks[source], card = stack[:-1], stack[-1]
        stacks[target if target != FOUNDATION else FOUNDATION + SUIT[card]] += (card,)
        # this is twice as fast as WellTable(…)
        return tuple.__new__(WellTable, (tuple(stacks), table.either))


def is_next(card: int, foundation: tuple[int, ...], either: bool) -> bool:
    """Return whether a card is next on its foundation. The second card of a foundation decides its
    direction."""
    if len(foundation) == 1:
        return RANK[card] == TWO or (either and RANK[card] == KING)
    step = 1 if RANK[foundation[1]] == TWO else -1
    return card == foundation[-1] + step


CARRIES = {
    (source, target): Carry(source, target, f"move {taken} {laid}")
    for (source, taken), (laid, target) in product(enumerate(SOURCES), TARGETS.items())
}


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    return ((move.text, move) for move in CARRIES.values())


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> WellTable:
    without_aces = list(deck)
    for (ace,) in ACES:
        without_aces.remove(ace)
    cards = tuple(without_aces)
    rows = [cards[start : start + 5] for start in range(0, 40, 5)]
    return WellTable((*rows, cards[40:44], cards[44:], (), *ACES), rules["foundations"] == "either")
