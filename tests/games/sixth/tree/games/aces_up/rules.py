"""The rules of Aces Up: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from games.cards import ACE, PACK_52, RANK, SUIT
from games.language import Message
from games.piles import Pile
from games.table import NOTHING_CHANGES, STOCK_EMPTY, Move

COLUMNS = 4
NAMES = tuple(str(column + 1) for column in range(COLUMNS))
#: The four aces stay.
STAYING = 4

COLUMN_EMPTY = Message("aces_up.column_is_empty")
NO_HIGHER_CARD = Message("aces_up.no_higher_card")
ONLY_EMPTY_COLUMNS = Message("aces_up.only_empty_columns")


class AcesUpTable(NamedTuple):
    """`columns` are face up, each from the bottom up. `stock` has the next card to be dealt first."""

    columns: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    discard: tuple[int, ...]

    @property
    def finished(self) -> bool:
        return next(self.legal(), None) is None

    @property
    def won(self) -> bool:
        return self.score == 0

    @property
    def score(self) -> int:
        return len(PACK_52) - STAYING - len(self.discard)

    def legal(self) -> Iterator[Move]:
        return (move for move in MOVES if move.refusal(self) is None)

    @property
    def origin(self) -> None:
        """No card is ever on its way: a move lays it at once."""
        return None

    def face_down(self) -> tuple[int, ...]:
        return self.stock

    def with_face_down(self, cards: Sequence[int]) -> AcesUpTable:
        return self._replace(stock=tuple(cards))

    def piles(self) -> dict[str, Pile]:
        columns = {name: Pile(0, column) for name, column in zip(NAMES, self.columns, strict=True)}
        return {**columns, "stock": Pile(len(self.stock)), "discard": Pile(0, self.discard)}


def beats(card: int, other: int) -> bool:
    """Whether a card is of the same suit and higher. Aces are high."""
    return (
        SUIT[card] == SUIT[other] and RANK[other] != ACE and (RANK[card] == ACE or RANK[card] > RANK[other])
    )


@dataclass(frozen=True)
class Discard:
    """Take the exposed card of a column away."""

    column: int

    @cached_property
    def text(self) -> str:
        return f"discard {NAMES[self.column]}"

    def refusal(self, table: AcesUpTable) -> Message | None:
        column = table.columns[self.column]
        if not column:
            return COLUMN_EMPTY
        if any(beats(other[-1], column[-1]) for other in table.columns if other):
            return None
        return NO_HIGHER_CARD

    def after(self, table: AcesUpTable) -> AcesUpTable:
        columns = list(table.columns)
        *left, card = columns[self.column]
        columns[self.column] = tuple(left)
        return AcesUpTable(tuple(columns), table.stock, (*table.discard, card))


@dataclass(frozen=True)
class Shift:
    """Move the exposed card of a column to an empty one."""

    source: int
    target: int

    @cached_property
    def text(self) -> str:
        return f"move {NAMES[self.source]} {NAMES[self.target]}"

    def refusal(self, table: AcesUpTable) -> Message | None:
        if table.columns[self.target]:
            return ONLY_EMPTY_COLUMNS
        return None if len(table.columns[self.source]) > 1 else NOTHING_CHANGES

    def after(self, table: AcesUpTable) -> AcesUpTable:
        columns = list(table.columns)
        *left, card = columns[self.source]
        columns[self.source], columns[self.target] = tuple(left), (card,)
        return table._replace(columns=tuple(columns))


@dataclass(frozen=True)
class Deal:
    """Lay the next four cards of the stock, one on each column."""

    text = "deal"

    def refusal(self, table: AcesUpTable) -> Message | None:
        return None if table.stock else STOCK_EMPTY

    def after(self, table: AcesUpTable) -> AcesUpTable:
        laid = zip(table.columns, table.stock, strict=False)
        columns = tuple((*column, card) for column, card in laid)
        return table._replace(columns=columns, stock=table.stock[COLUMNS:])


MOVES: tuple[Move, ...] = (
    *map(Discard, range(COLUMNS)),
    *(Shift(source, target) for source, target in permutations(range(COLUMNS), 2)),
    Deal(),
)


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    return ((move.text, move) for move in MOVES)


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> AcesUpTable:
    return AcesUpTable(tuple((card,) for card in deck[:COLUMNS]), deck[COLUMNS:], ())
