"""The rules of Wish: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from games.cards import PACK_32, RANK
from games.language import Message
from games.piles import Pile
from games.table import Move, refilled

PILES = 8

ONE_PILE = Message("wish.one_pile")
PILE_EMPTY = Message("wish.pile_is_empty")
RANKS_DIFFER = Message("wish.ranks_differ")


class WishTable(NamedTuple):
    """`stacks` are piles 1 to 8, from the bottom up; only the top card is face up."""

    stacks: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]

    @property
    def finished(self) -> bool:
        return next(self.legal(), None) is None

    @property
    def won(self) -> bool:
        return self.score == 0

    @property
    def score(self) -> int:
        return len(PACK_32) - len(self.discard)

    def legal(self) -> Iterator[Move]:
        return (pair for pair in PAIRS if pair.refusal(self) is None)

    @property
    def origin(self) -> None:
        """Return None: a card is never on its way, because each move lays it at once."""
        return None

    def face_down(self) -> tuple[int, ...]:
        return tuple([card for stack in self.stacks for card in stack[:-1]])

    def with_face_down(self, cards: Sequence[int]) -> WishTable:
        down = refilled([stack[:-1] for stack in self.stacks], cards)
        stacks = [under + stack[-1:] for under, stack in zip(down, self.stacks, strict=True)]
        return WishTable(tuple(stacks), self.discard)

    def piles(self) -> dict[str, Pile]:
        return {
            **{str(number): _visible_pile(stack) for number, stack in enumerate(self.stacks, 1)},
            "discard": Pile(0, self.discard),
        }


def _visible_pile(stack: tuple[int, ...]) -> Pile:
    return Pile(len(stack) - 1, stack[-1:]) if stack else Pile()


@dataclass(frozen=True)
class Pair:
    """Take away the exposed cards of two piles, given as indexes; the next cards are turned up."""

    first: int
    second: int

    @cached_property
    def text(self) -> str:
        return f"pair {self.first + 1} {self.second + 1}"

    def refusal(self, table: WishTable) -> Message | None:
        if self.first == self.second:
            return ONE_PILE
        one, other = table.stacks[self.first], table.stacks[self.second]
        if not one or not other:
            return PILE_EMPTY
        if RANK[one[-1]] != RANK[other[-1]]:
            return RANKS_DIFFER
        return None

    def after(self, table: WishTable) -> WishTable:
        stacks = list(table.stacks)
        pair = stacks[self.first][-1], stacks[self.second][-1]
        stacks[self.first] = stacks[self.first][:-1]
        stacks[self.second] = stacks[self.second][:-1]
        return WishTable(tuple(stacks), table.discard + pair)


PAIRS = tuple(Pair(first, second) for first, second in combinations(range(PILES), 2))


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    pairs = {(pair.first, pair.second): pair for pair in PAIRS}
    for first, second in permutations(range(PILES), 2):
        yield f"pair {first + 1} {second + 1}", pairs[min(first, second), max(first, second)]
    for twice in range(PILES):
        yield f"pair {twice + 1} {twice + 1}", Pair(twice, twice)


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> WishTable:
    down, up = deck[: 3 * PILES], deck[3 * PILES :]
    return WishTable(tuple((*down[3 * n : 3 * n + 3], up[n]) for n in range(PILES)), ())
