"""Solves Wish by a best-first search. A bound says how many cards must stay at least.

A card is a bit, and the bits of the four cards of a rank are neighbours. The set of exposed cards tells which
cards are left. If all remaining cards of a rank are exposed, they go first: they pair only with each other,
and uncover more cards.

The bound: if two cards of a rank are left, these *last* cards can only go together. The cards above them must
go first; some of those may be last cards, which wait for others in turn. If last cards wait for themselves in
the end, they are *stuck*, and so are the cards under them. Cards go in pairs, so the number of a rank's cards
that stay is even.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from games.cards import PACK_32, RANK
from games.game import Position
from games.wish.rules import PAIRS, WishTable
from solvers.retrace import way_to
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=1024, each=100_000, together=2_000_000_000)
PROVES = True

BY_RANK = sorted(PACK_32, key=RANK.__getitem__)
BIT = {card: 1 << place for place, card in enumerate(BY_RANK)}
RANKS = [15 << first for first in range(0, len(BY_RANK), 4)]
FIRST_OF_EACH = sum(BIT[card] for card in BY_RANK[::4])
"""A bit mask of the first card of each rank."""

#: For each set of cards of the first two ranks, the pairs of equal rank in it.
MADE = [
    tuple(
        1 << one | 1 << other
        for first in (0, 4)
        for one, other in combinations(range(first, first + 4), 2)
        if those >> one & those >> other & 1
    )
    for those in range(256)
]
#: The same as `MADE`, for the third and fourth rank, the fifth and sixth, and the seventh and eighth: for
#: each set of cards of two ranks, the pairs of equal rank in it.
MADE_8, MADE_16, MADE_24 = (
    [tuple(pair << shift for pair in pairs) for pairs in MADE] for shift in (8, 16, 24)
)
#: For each pair, the other two cards of its rank.
OTHERS = {pair << shift: (15 ^ pair) << shift for pair in MADE[15] for shift in range(0, 32, 4)}
#: For each set of stuck cards of two ranks, the fewest cards of these ranks that must stay: an even number of
#: each.
STAY = [sum((rank.bit_count() + 1) // 2 * 2 for rank in (those & 15, those >> 4)) for those in range(256)]
TEXTS = {1 << pair.first | 1 << pair.second: pair.text for pair in PAIRS}


_State = tuple[int, int, int, int]
"""Four sets of cards: exposed, covered, last of their ranks, and stuck."""


class _Deal:
    """The facts about a deal that stay the same while a position is solved."""

    def __init__(self, table: WishTable) -> None:
        self.piles = [[BIT[card] for card in stack] for stack in table.stacks]
        self.exposed = 0
        #: For each card: the card right under it, or 0; all cards under it; and all cards above it.
        self.next: dict[int, int] = {}
        self.under: dict[int, int] = {}
        self.above: dict[int, int] = {}
        for pile in self.piles:
            whole = sum(pile)
            under = card = 0
            for upper in pile:
                self.next[upper], self.under[upper] = card, under
                card = upper
                under |= card
                self.above[card] = whole ^ under
            self.exposed |= card
        self.covered = sum(self.next) ^ self.exposed

    @property
    def start(self) -> _State:
        last = stuck = 0
        for rank in RANKS:
            pair = (self.exposed | self.covered) & rank
            if pair.bit_count() == 2:
                last |= pair
                stuck = self.stuck(pair, last, stuck)
        return self.exposed, self.covered, last, stuck

    def stuck(self, pair: int, last: int, stuck: int) -> int:
        """Return the stuck cards (those that can never go) once this pair is all that is left of its rank.
        `last` are all last cards. `stuck` are the cards that were stuck before."""
        above, one = self.above, pair & -pair
        needed, followed = above[one] | above[pair ^ one], 0
        while not needed & (pair | stuck):
            cards = needed & last & ~followed
            if not cards:
                return stuck
            cards = 15 * _ranks_of(cards) & last
            followed |= cards
            while cards:
                card = cards & -cards
                cards ^= card
                needed |= above[card]
        return stuck | pair | self.under[one] | self.under[pair ^ one]


def solve(position: Position, search: Search) -> Solution:
    """Return the fewest cards that can be left. This solution is always proven: the budget is ignored."""
    table = position.table
    assert isinstance(table, WishTable)
    deal = _Deal(table)
    start, under, find_stuck = deal.exposed, deal.next, deal.stuck
    before: dict[int, int | None] = {start: None}
    waiting: dict[int, list[_State]] = {bound: [] for bound in range(0, table.score + 1, 2)}
    state = deal.start
    bound = _staying(state[-1])
    waiting[bound].append(state)
    best, end, goal = table.score, start, search.goal or 0
    while bound < best and best > goal:
        together = waiting[bound]
        if not together:
            bound += 2
            continue
        if len(before) % STOP_EVERY == 1 and search.stop():
            raise Stopped
        exposed, covered, last, stuck = together.pop()
        for pair in _pairs(exposed, covered):
            one = pair & -pair
            new = under[one] | under[pair ^ one]
            then = exposed ^ pair | new
            if then in before:
                continue
            before[then] = exposed
            if last & pair:
                together.append((then, covered ^ new, last ^ pair, stuck))
            else:
                others = OTHERS[pair]
                still = find_stuck(others, last, stuck)
                at_least = _staying(still) if still != stuck else bound
                waiting[at_least].append((then, covered ^ new, last | others, still))
        left = (exposed | covered).bit_count()
        if left < best:
            best, end = left, exposed
    return Solution(best, tuple(_texts(deal.piles, start, way_to(end, before))), best)


def _pairs(exposed: int, covered: int) -> tuple[int, ...]:
    """Return the pairs to try: one pair of a rank whose cards are all exposed or, if there is none, all pairs
    of exposed cards."""
    bare = _ranks_of(exposed) & ~_ranks_of(covered)
    if bare:
        cards = exposed & 15 * (bare & -bare)
        others = cards & cards - 1
        return (cards ^ others | others & -others,)
    return (
        MADE[exposed & 255]
        + MADE_8[exposed >> 8 & 255]
        + MADE_16[exposed >> 16 & 255]
        + MADE_24[exposed >> 24]
    )


def _ranks_of(cards: int) -> int:
    """Return the first card of each rank of which any card is in `cards`."""
    cards |= cards >> 1
    return (cards | cards >> 2) & FIRST_OF_EACH


def _staying(stuck: int) -> int:
    return STAY[stuck & 255] + STAY[stuck >> 8 & 255] + STAY[stuck >> 16 & 255] + STAY[stuck >> 24]


def _texts(piles: Sequence[Sequence[int]], exposed: int, way: Iterable[int]) -> Iterable[str]:
    """Yield the moves that lead from a set of exposed cards through the sets of `way`."""
    pile_of = {card: 1 << number for number, pile in enumerate(piles) for card in pile}
    for then in way:
        gone = exposed & ~then
        one = gone & -gone
        yield TEXTS[pile_of[one] | pile_of[gone ^ one]]
        exposed = then
