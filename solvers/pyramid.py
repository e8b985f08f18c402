"""Solves Pyramid by a best-first search. A bound says how many cards must stay at least.

A state is the set of remaining cards, as a bit mask. Kings are discarded as soon as they are free, which
never does harm. After draws, only pairs with a card of the last draw are tried, because all other pairs could
have gone before this draw. Therefore the discarded cards tell how many draws were made.

The bound: a card is *stuck* if it has no partner left, or if it lies under a stuck card. The eight cards of a
rank and of the rank that makes 13 with it are *mates*. In each way to pair mates, some of them may be left
over. These stay, and so do all cards under them; the bound assumes the way in which the fewest cards stay.

States are searched in the order of their bounds, so the first state with no more cards than its bound is the
best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from games.cards import KING, RANK
from games.game import Position
from games.pyramid.rules import COVERED_BY, DRAW, KINGS, PAIRS, PILES, PLACES, PyramidTable
from games.table import Move
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=16, each=10_000, together=8_000_000)
PROVES = True

MATES = 6
"""The number of pairs of ranks that add up to 13: ace and queen, two and jack, and so on. A mask of eight
bits has the cards of the lower rank in its first four bits, those of the higher rank in the others."""
KING_BITS = 15 << 8 * MATES

#: For each mask of the eight cards of two ranks that add up to 13 (mates): the pairs of cards in it that
#: may go together.
MADE = [
    tuple(
        1 << low | 1 << high
        for low, high in product(range(4), range(4, 8))
        if those >> low & 1 and those >> high & 1
    )
    for those in range(256)
]
#: The greatest number of sets of left-over cards that are compared for a bound.
MOST_WAYS = 64


class _Deal:
    """The facts about a deal that stay the same while a position is solved."""

    def __init__(self, table: PyramidTable) -> None:
        self.bits: dict[int, int] = {}
        seen = [0] * 14
        lying = [(place, card) for place, card in enumerate(table.pyramid) if table.left >> place & 1]
        drawn: list[list[tuple[int, int]]] = [[(0, card) for card in waste] for waste in table.wastes]
        for number, card in enumerate(table.stock):
            drawn[table.onto[number % len(table.onto)]].append((1 + number // len(table.onto), card))
        for card in (*(card for _, card in lying), *(card for pile in drawn for _, card in pile)):
            rank = RANK[card]
            low = min(rank, 13 - rank) if rank != KING else 0
            first = 8 * (low - 1) + (4 if rank > 6 else 0) if low else 8 * MATES
            self.bits[card] = 1 << first + seen[rank]
            seen[rank] += 1
        place_bits = {place: self.bits[card] for place, card in lying}
        self.pyramid = sum(place_bits.values())
        #: For each card of the pyramid: the cards that cover it.
        self.under = [
            (bit, sum(b for p, b in place_bits.items() if COVERED_BY[place] >> p & 1))
            for place, bit in place_bits.items()
        ]
        #: For each card of the pyramid: itself and all cards that it covers, directly or not.
        self.over: dict[int, int] = {}
        for bit, _ in self.under:
            over, grown = 0, bit
            while grown != over:
                over = grown
                grown = over | sum(b for b, under in self.under if under & over and not b & over)
            self.over[bit] = over
        #: For each waste pile: its cards without kings, last first, each with the draw that turns it (0 for a
        #: card that lies there already).
        self.wastes = [
            [(draw, self.bits[card]) for draw, card in reversed(pile) if RANK[card] != KING] for pile in drawn
        ]
        self.stock = sum(bit for pile in self.wastes for _, bit in pile)
        self.draws = 1 + max((draw for pile in self.wastes for draw, _ in pile), default=0)
        self.draw_of = {bit: draw for pile in self.wastes for draw, bit in pile}
        #: For each card of the stock: the cards under it on its waste pile, once it is turned.
        self.below = {
            bit: sum(b for _, b in pile[n + 1 :]) for pile in self.wastes for n, (_, bit) in enumerate(pile)
        }
        self.turned = [
            sum(bit for bit, draw in self.draw_of.items() if draw == number) for number in range(self.draws)
        ]
        #: For each draw: the cards that it turns, each with the number of its waste pile.
        self.turning: list[list[tuple[int, int]]] = [[] for _ in range(self.draws)]
        for n, pile in enumerate(self.wastes):
            for draw, bit in pile:
                self.turning[draw].append((n, bit))
        #: For each draw: the first bits of the groups of eight mates to which the turned cards belong.
        self.groups = [
            sorted({(bit.bit_length() - 1) // 8 * 8 for _, bit in turned}) for turned in self.turning
        ]
        self.turned_by = [
            sum(bit for bit, draw in self.draw_of.items() if draw <= number) for number in range(self.draws)
        ]
        self.pile_of = {bit: n for n, pile in enumerate(self.wastes) for _, bit in pile}
        self.all = self.pyramid | self.stock
        self._partners: dict[int, int] = {}
        self._free: dict[int, tuple[int, int]] = {}
        self._mates: list[dict[int, tuple[int, tuple[int, ...], bool]]] = [{} for _ in range(MATES)]

    @property
    def start(self) -> int:
        return self.stock | self.free(self.pyramid)[0]

    def free(self, pyramid: int) -> tuple[int, int]:
        """Return the pyramid without its free kings, and the cards that are then free."""
        known = self._free.get(pyramid)
        if known is None:
            left = pyramid
            while True:
                free = sum(bit for bit, under in self.under if left & bit and not left & under)
                if not free & KING_BITS:
                    break
                left &= ~(free & KING_BITS)
            known = self._free[pyramid] = left, free
        return known

    def tops(self, left: int, draw: int) -> list[int]:
        """Return the exposed card of each waste pile after this many draws; 0 for an empty pile."""
        left &= self.turned_by[draw]
        return [next((bit for _, bit in pile if left & bit), 0) for pile in self.wastes]

    def could_pair(self, one: int, other: int) -> bool:
        """Return whether two cards that add up to 13 could ever be free at the same time."""
        if one in self.over and other in self.over:
            return not (self.over[one] & other or self.over[other] & one)
        if one in self.over or other in self.over:
            return True
        return self.pile_of[one] != self.pile_of[other]

    def partners(self, card: int) -> int:
        """Return all cards that could ever be removed in a pair with a card."""
        known = self._partners.get(card)
        if known is None:
            first = (card.bit_length() - 1) // 8 * 8
            mates = 15 << first if card >> first + 4 else 240 << first
            known = sum(bit for bit in _bits(self.all & mates) if self.could_pair(card, bit))
            self._partners[card] = known
        return known

    def mates(self, number: int, those: int) -> tuple[int, tuple[int, ...], bool]:
        """Return three facts about the mates with this number, of which only `those` (a bit mask) are left:
        the mates without a partner; the smallest sets of pyramid cards that can be left over, with all cards
        that they cover; and whether all mates in the stock could go."""
        known = self._mates[number].get(those)
        if known is None:
            low = [1 << 8 * number + n for n in range(4) if those >> n & 1]
            high = [1 << 8 * number + n for n in range(4, 8) if those >> n & 1]
            could = {one: [other for other in high if self.partners(one) & other] for one in low}
            having = {bit for one in low for bit in could[one]} | {one for one in low if could[one]}
            lone = sum(bit for bit in (*low, *high) if bit not in having)
            every = sum(low) | sum(high)
            ways: set[int] = set()
            stock_goes = False
            for left in self._left_over(low, could, every):
                stock_goes = stock_goes or not left & self.stock
                ways.add(self._with_covered(left & self.pyramid))
            fewest = tuple(
                sorted(way for way in ways if not any(way & other == other != way for other in ways))
            )
            known = self._mates[number][those] = lone, fewest, stock_goes
        return known

    def _left_over(self, low: Sequence[int], could: dict[int, list[int]], left: int) -> Iterator[int]:
        """For every way to pair mates, yield those that are left over. `low` are the mates of the lower rank,
        `could` has the cards with which each of them can pair, and `left` are the mates not paired yet."""
        if not low:
            yield left
            return
        first, *others = low
        yield from self._left_over(others, could, left)
        for other in could[first]:
            if left & other:
                yield from self._left_over(others, could, left ^ first ^ other)

    def _with_covered(self, left: int) -> int:
        covered = 0
        for bit, over in self.over.items():
            if left & bit:
                covered |= over
        return covered

    def live_of(self, live: int, changed: int, stuck: int, draw: int) -> int:
        """Return which of the live cards can still go after this many draws, if the stuck cards cannot. Only
        mates of `changed` cards can have lost their last partner."""
        while True:
            changed &= ~KING_BITS
            while changed:
                number = (changed & -changed).bit_length() - 1 >> 3
                changed &= ~(255 << 8 * number)
                those = live >> 8 * number & 255
                stuck |= (self._mates[number].get(those) or self.mates(number, those))[0]
            stuck &= live
            if not stuck:
                return live
            for bit in _bits(stuck & self.pyramid):
                stuck |= self.over[bit]
            stuck |= self.under_turned(stuck & self.turned_by[draw])
            live &= ~stuck
            changed, stuck = stuck, 0

    def under_turned(self, turned: int) -> int:
        """Return which cards lie under the cards of `turned` on the waste piles. Both sets of cards are
        numbers with a bit for each card."""
        below = 0
        while turned:
            bit = turned & -turned
            turned ^= bit
            below |= self.below[bit]
        return below

    def bound(self, left: int, live: int) -> int:
        """Return the fewest cards of the pyramid that must stay if only the live cards can go."""
        found = [
            known.get(live >> 8 * number & 255) or self.mates(number, live >> 8 * number & 255)
            for number, known in enumerate(self._mates)
        ]
        if not left & self.stock & ~live and all(goes for _, _, goes in found):
            return 0
        stays = left & self.pyramid & ~live
        together, apart = {stays}, stays.bit_count()
        for _, ways, _ in found:
            if ways != (0,):
                if len(together) * len(ways) <= MOST_WAYS:
                    together = {one | other for one in together for other in ways}
                else:
                    apart = max(apart, min([(stays | way).bit_count() for way in ways]))
        return max(apart, min([way.bit_count() for way in together]))

    def after(self, left: int, pair: int) -> int:
        left &= ~pair
        return left & ~self.pyramid | self.free(left & self.pyramid)[0]

    def pairs(self, left: int, live: int, draw: int) -> Iterator[tuple[int, int]]:
        """Yield every pair that can go now or after more draws, each with the number of draws made before it
        goes. But if a pair can go now and its cards have no other partners, yield only this pair."""
        free = self.free(left & self.pyramid)[1]
        tops = self.tops(left, draw)
        now = _made(free | sum(tops))
        for pair in now:
            if self._have_only_each_other(pair, live):
                yield pair, draw
                return
        for pair in now:
            yield pair, draw
        for later in range(draw + 1, self.draws):
            if new := self.turned[later] & left:
                for pile, bit in self.turning[later]:
                    if left & bit:
                        tops[pile] = bit
                exposed = free | sum(tops)
                for shift in self.groups[later]:
                    if new >> shift & 255:
                        for pair in MADE[exposed >> shift & 255]:
                            if pair << shift & new:
                                yield pair << shift, later

    def _have_only_each_other(self, pair: int, live: int) -> bool:
        one, others = pair & -pair, live ^ pair
        return not (self.partners(one) & others or self.partners(pair ^ one) & others)

    def score(self, left: int) -> int:
        return (left & self.pyramid).bit_count() if left & self.stock else 0


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _made(cards: int) -> list[int]:
    """Return every pair of these cards that adds up to 13."""
    return [pair << shift for shift in range(0, 8 * MATES, 8) for pair in MADE[cards >> shift & 255]]


def solve(position: Position, search: Search) -> Solution:
    """Return the fewest cards that can be left in the pyramid; 0 if the game can be won."""
    table = position.table
    assert isinstance(table, PyramidTable)
    deal = _Deal(table)
    start = deal.start
    came: dict[int, int] = {start: start}
    waiting: list[list[tuple[int, int, int]]] = [[] for _ in range(len(PLACES) + 1)]
    live = deal.live_of(start, start, 0, 0)
    bound = deal.bound(start, live)
    waiting[bound].append((start, live, 0))
    best, end = deal.score(start), start
    looked = 0
    while bound < best:
        if not waiting[bound]:
            bound += 1
            continue
        if best <= (search.goal or 0):
            bound = best
            break
        if len(came) >= search.budget:
            break
        if looked % STOP_EVERY == 0 and search.stop():
            raise Stopped
        looked += 1
        left, live, draw = waiting[bound].pop()
        for pair, later in deal.pairs(left, live, draw):
            after = deal.after(left, pair)
            if after not in came:
                came[after] = left
                score = deal.score(after)
                if score < best:
                    best, end = score, after
                below = deal.under_turned(after & ~live & deal.turned_by[later] & ~deal.turned_by[draw])
                still = deal.live_of(live & after, live & ~after, below, later)
                at_least = max(deal.bound(after, still), bound)
                if at_least < best:
                    waiting[at_least].append((after, still, later))
    return Solution(best, _line(table, deal, came, end), min(bound, best))


def _line(table: PyramidTable, deal: _Deal, came: Mapping[int, int], end: int) -> tuple[str, ...]:
    """Return the moves to a state, including draws and kings."""
    card_of = {bit: card for card, bit in deal.bits.items()}
    won = not deal.score(end)
    pairs: list[set[int]] = []
    while came[end] != end:
        pairs.append({card_of[bit] for bit in _bits((came[end] ^ end) & ~KING_BITS)})
        end = came[end]
    made = _Made(table, [])
    for pair in reversed(pairs):
        made.discard_kings()
        while len(piles := [pile for pile in range(len(PILES)) if made.table.exposed(pile) in pair]) < 2:
            made.make(DRAW)
            made.discard_kings()
        made.make(PAIRS[piles[0], piles[1]])
    made.discard_kings()
    while won and not made.table.cleared:
        made.make(DRAW)
        made.discard_kings()
    return tuple(made.moves)


@dataclass
class _Made:
    """A table and the moves that have led to it."""

    table: PyramidTable
    moves: list[str]

    def make(self, move: Move) -> None:
        self.table = move.after(self.table)
        self.moves.append(move.text)

    def discard_kings(self) -> None:
        while king := next((king for king in KINGS if king.refusal(self.table) is None), None):
            self.make(king)
