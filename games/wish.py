"""Wish: eight piles of four, and pairs of equal rank to take away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from games.cards import PACK_32, RANK
from games.game import About, Game, Move, paragraphs
from games.piles import Pile

PILES = 8


class WishTable(NamedTuple):
    """`stacks` are piles 1 to 8, each from the bottom up; only its top card is face up."""

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
        """No card is ever on its way: a move lays it at once."""
        return None

    def piles(self) -> dict[str, Pile]:
        return {
            **{str(number): _seen(stack) for number, stack in enumerate(self.stacks, 1)},
            "discard": Pile(0, self.discard),
        }


def _seen(stack: tuple[int, ...]) -> Pile:
    return Pile(len(stack) - 1, stack[-1:]) if stack else Pile()


@dataclass(frozen=True)
class Pair:
    """Take away the exposed cards of two piles, given as indexes; the next card of each is turned up."""

    first: int
    second: int

    @cached_property
    def text(self) -> str:
        return f"pair {self.first + 1} {self.second + 1}"

    def refusal(self, table: WishTable) -> str | None:
        if self.first == self.second:
            return "a pair is of two piles"
        one, other = table.stacks[self.first], table.stacks[self.second]
        if not one or not other:
            return "a pile is empty"
        if RANK[one[-1]] != RANK[other[-1]]:
            return "the cards differ in rank"
        return None

    def after(self, table: WishTable) -> WishTable:
        stacks = list(table.stacks)
        pair = stacks[self.first][-1], stacks[self.second][-1]
        stacks[self.first] = stacks[self.first][:-1]
        stacks[self.second] = stacks[self.second][:-1]
        return WishTable(tuple(stacks), table.discard + pair)


PAIRS = tuple(Pair(first, second) for first, second in combinations(range(PILES), 2))


def _grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    pairs = {(pair.first, pair.second): pair for pair in PAIRS}
    for first, second in permutations(range(PILES), 2):
        yield f"pair {first + 1} {second + 1}", pairs[min(first, second), max(first, second)]
    for twice in range(PILES):
        yield f"pair {twice + 1} {twice + 1}", Pair(twice, twice)


def _lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> WishTable:
    down, up = deck[: 3 * PILES], deck[3 * PILES :]
    return WishTable(tuple((*down[3 * n : 3 * n + 3], up[n]) for n in range(PILES)), ())


WISH = Game(
    slug="wish",
    name="Wish",
    pack=PACK_32,
    options={},
    score_order="lowest",
    move_limit=16,
    worst=lambda rules: 32,
    lay_out=_lay_out,
    grammar=_grammar,
    about=About(
        goal="Take away pairs of equal rank until no card is left; each card left is a point against you.",
        source="Wish Solitaire.",
        rules=paragraphs(
            """
            Wish is played with 32 cards: the aces, and everything from the sevens up to the kings.
            They lie in eight piles of four, and only the top card of each pile is face up.

            When two of the cards you see are of the same rank, take both away, whatever their
            suits. The next card of each of the two piles is turned up for you, and may make a new
            pair.

            When no two cards you see make a pair, the game is over. Each card still on the piles is
            a penalty point, so the lowest score is the best; clear all eight piles and you have
            won. Stop earlier, and the cards left count in the same way.

            Win your first game of the day at the first try, and you have earned a wish.
            """
        ),
        rulings=paragraphs(
            """
            The next card of a pile is turned up at once and by itself. The source advises always
            doing so, and nothing is gained by waiting.

            When three cards of one rank are in sight, two of them go and the third stays; which two
            is your choice.

            An emptied pile stays empty.
            """
        ),
    ),
)
