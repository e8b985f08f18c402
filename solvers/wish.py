"""Wish solved: every way to take pairs away is tried, but no heights of the piles twice.

The heights of all piles are one number, with three bits for each pile; few of the 5 ** 8 possible ones occur.
If all remaining cards of a rank are exposed, they go first: they fit only each other, and uncover more cards.
"""

from __future__ import annotations

from itertools import combinations

from games.cards import RANK
from games.game import Position
from games.wish.rules import PAIRS, PILES, WishTable
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=1024, each=100_000, together=2_000_000_000)
PROVES = True

TEXTS = {1 << 3 * pair.first | 1 << 3 * pair.second: pair.text for pair in PAIRS}
"""The text of each pair, by the change of the heights when it is taken away."""


def solve(position: Position, search: Search) -> Solution:
    """Return the fewest cards that can be left. It is always proven: the budget is ignored."""
    table = position.table
    assert isinstance(table, WishTable)
    heights = sum(len(stack) << 3 * pile for pile, stack in enumerate(table.stacks))
    looking = _Looking(table, search)
    score = looking.fewest_of(heights, table.score)
    moves = []
    while pair := looking.chosen.get(heights):
        moves.append(TEXTS[pair])
        heights -= pair
    return Solution(score, tuple(moves), score)


class _Looking:
    """What the search has found, by heights: the fewest cards that can be left, and the pair to take for
    that."""

    def __init__(self, table: WishTable, search: Search) -> None:
        self.fewest: dict[int, int] = {}
        self.chosen: dict[int, int] = {}
        self._search = search
        self._ranks = [(0, *(RANK[card] for card in stack)) for stack in table.stacks]
        self._left = [0] * 14
        for stack in table.stacks:
            for card in stack:
                self._left[RANK[card]] += 1

    def fewest_of(self, heights: int, cards: int) -> int:
        """Return the fewest cards that can be left when `cards` are there now."""
        known = self.fewest.get(heights)
        if known is not None:
            return known
        if len(self.fewest) % STOP_EVERY == 0 and self._search.stop():
            raise Stopped
        best, left = cards, self._left
        for rank, pair in self._pairs(heights):
            left[rank] -= 2
            found = self.fewest_of(heights - pair, cards - 2)
            left[rank] += 2
            if found < best:
                best, self.chosen[heights] = found, pair
                if not best:
                    break
        self.fewest[heights] = best
        return best

    def _pairs(self, heights: int) -> list[tuple[int, int]]:
        """Return the pairs to try, each with its rank."""
        exposed: dict[int, list[int]] = {}
        for pile in range(PILES):
            rank = self._ranks[pile][heights >> 3 * pile & 7]
            if rank:
                exposed.setdefault(rank, []).append(1 << 3 * pile)
        pairs: list[tuple[int, int]] = []
        for rank, tops in exposed.items():
            if len(tops) == self._left[rank]:
                return [(rank, tops[0] | tops[1])]
            pairs += ((rank, one | other) for one, other in combinations(tops, 2))
        return pairs
