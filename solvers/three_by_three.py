"""Solves Three By Three. Positions with the same face-down cards are searched together, whatever suits the
corners show.

Only the suits of cards count. The face-down cards are five piles. Each pile is a number: an octal digit for
each card, one more than its suit, the top card last. The suits of the four corners are a *showing*. There are
625 showings; a set of showings is a bit mask. Turning a card and placing it maps one such set to another. So
a round is one walk over all arrangements of face-down cards, from the most cards to the fewest. When nothing
can be turned any more, the next round covers the corners. One more turned card never makes a score worse, so
the fewest face-down cards in the last round are the best score.

A *beginning* is an arrangement with which a round begins. The first walks follow only the beginnings with the
fewest cards in each round, because these are usually enough to leave no card face down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from games.cards import SUIT
from games.game import Position
from games.three_by_three.rules import (
    CORNERS,
    INNER,
    SQUARES,
    DealRound,
    PlaceCard,
    ThreeByThreeTable,
    Turn,
    receivers_of,
)
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=16, each=20_000, together=24_000_000)
PROVES = True

Down = tuple[int, ...]
Over = dict[Down, int]
"""For each arrangement of face-down cards, the showings that are possible with it."""
Layers = list[Over]
"""Arrangements of face-down cards, with their showings. The index is the number of face-down cards."""

SUITS = range(5)
ALL = len(SUITS) ** len(CORNERS)

KEPT = 1 << 15
"""The greatest number of sets of showings in PLACINGS. Each takes some 1,500 bytes."""

NARROW = 5
"""The number of beginnings of each round that the very first walk follows. Its few states do not count
against the budget."""

FIRST_WIDTHS = (50, 1000)
"""The numbers of beginnings of each round that the second walk and the third follow. If these are not enough,
the last walk follows all."""


class Laying(NamedTuple):
    """The cards that a round deals: the suits of the four corners, as one number (a showing), and the five
    face-down cards."""

    showing: int
    laid: tuple[int, ...]


class _BudgetSpent(Exception):
    pass


class _Shifts(NamedTuple):
    """The effect of placing a card on a set of showings, as pairs of a mask and a number of bits: the
    showings in the mask are shifted up (`higher`) or down (`lower`) by so many bits."""

    higher: tuple[tuple[int, int], ...]
    lower: tuple[tuple[int, int], ...]


class _Squares(NamedTuple):
    """Lookup tables for the inner squares.

    `moving[square]`: the showings with which a card of the square can be turned. `receiving[square, corner]`:
    the showings with which the corner may receive it. `placing[square][suit]`: the effect of placing a card
    of this suit from the square.
    """

    moving: Sequence[int]
    receiving: Mapping[tuple[int, int], int]
    placing: Sequence[Sequence[_Shifts]]


@cache
def _squares() -> _Squares:
    shown = {
        (corner, suit): sum(1 << showing for showing in range(ALL) if showing // 5**corner % 5 == suit)
        for corner in range(len(CORNERS))
        for suit in SUITS
    }
    receiving = dict.fromkeys(product(range(len(INNER)), range(len(CORNERS))), 0)
    for showing in range(ALL):
        nw, ne, sw, se = (showing // 5**corner % 5 for corner in range(len(CORNERS)))
        for square, name in enumerate(INNER):
            for corner in receivers_of(name, (nw, ne, sw, se)):
                receiving[square, CORNERS.index(corner)] |= 1 << showing

    def shifts(square: int, suit: int) -> _Shifts:
        masks: dict[int, int] = {}
        for (corner, old), those in shown.items():
            if these := those & receiving[square, corner]:
                shift = (suit - old) * 5**corner
                masks[shift] = masks.get(shift, 0) | these
        return _Shifts(
            tuple((these, shift) for shift, these in masks.items() if shift >= 0),
            tuple((these, -shift) for shift, these in masks.items() if shift < 0),
        )

    moving = [0] * len(INNER)
    for (square, _), these in receiving.items():
        moving[square] |= these
    return _Squares(
        moving, receiving, [[shifts(square, suit) for suit in SUITS] for square in range(len(INNER))]
    )


def _showing(suits: Sequence[int]) -> int:
    return sum(suit * 5**corner for corner, suit in enumerate(suits))


class _Placings(dict[int, int]):
    """For one set of showings (suits of the corners): the set after a card was turned and placed; 0 if it
    cannot be turned. The key is made of the card's digit and its inner square: `square << 3 | digit`."""

    def __init__(self, showings: int) -> None:
        self.showings = showings

    def __missing__(self, turned: int) -> int:
        square, suit = turned >> 3, (turned & 7) - 1
        these = self.showings & _squares().moving[square]
        self[turned] = placed = _placed(these, square, suit) if these else 0
        return placed


class _AllPlacings(dict[int, _Placings]):
    """The placings for each set of showings. They are remembered, as most searches meet the same sets."""

    def __missing__(self, showings: int) -> _Placings:
        if len(self) == KEPT:
            self.clear()
        self[showings] = placings = _Placings(showings)
        return placings


PLACINGS = _AllPlacings()


def _placed(showings: int, square: int, suit: int) -> int:
    """Return all showings after a card of the suit was turned from an inner square and placed."""
    after = 0
    higher, lower = _squares().placing[square][suit]
    for these, shift in higher:
        after |= (showings & these) << shift
    for these, shift in lower:
        after |= (showings & these) >> shift
    return after


def _still(down: Down, showings: int) -> int:
    """Return those showings (suits of the four corners) with which no card can be turned."""
    for pile, moving in zip(down, _squares().moving, strict=True):
        if pile:
            showings &= ~moving
    return showings


class _Walk:
    """One walk through all rounds, with at most `width` beginnings of each round."""

    def __init__(self, begun: Layers, rounds: Sequence[Laying], width: int, search: Search, looked: int):
        self.search, self.looked, self.complete = search, looked, True
        self.begun, self.reached = [begun], [self._play(begun)]
        for round in rounds:
            begun = self._deal(round, width)
            self.begun.append(begun)
            self.reached.append(self._play(begun))
        #: The fewest cards that can be face down at the end.
        self.fewest = next(cards for cards, layer in enumerate(self.reached[-1]) if layer)

    def _deal(self, round: Laying, width: int) -> Layers:
        """Return the beginnings of a round: it is dealt onto the arrangements with the fewest cards in which
        nothing can be turned. If there are more than `width` of these, the walk is not complete."""
        begun: Layers = [{} for _ in INNER]
        room = width
        for layer in self.reached[-1]:
            begun.append({})
            for down, showings in layer.items():
                if _still(down, showings):
                    if not room:
                        self.complete = False
                        return begun
                    room -= 1
                    laid = tuple([pile << 3 | card for pile, card in zip(down, round.laid, strict=True)])
                    begun[-1][laid] = 1 << round.showing
        return begun

    def _play(self, begun: Layers) -> Layers:
        """Return all arrangements that can be reached in a round."""
        layers = [*map(dict, begun)]
        for cards in reversed(range(1, len(layers))):
            self._count(layers, cards)
            fewer = layers[cards - 1]
            # The five squares are written out, because a loop takes a quarter longer.
            for (a, b, c, d, e), showings in layers[cards].items():
                after = PLACINGS[showings]
                if a and (placed := after[a & 7]):
                    rest = (a >> 3, b, c, d, e)
                    fewer[rest] = fewer.get(rest, 0) | placed
                if b and (placed := after[8 | b & 7]):
                    rest = (a, b >> 3, c, d, e)
                    fewer[rest] = fewer.get(rest, 0) | placed
                if c and (placed := after[16 | c & 7]):
                    rest = (a, b, c >> 3, d, e)
                    fewer[rest] = fewer.get(rest, 0) | placed
                if d and (placed := after[24 | d & 7]):
                    rest = (a, b, c, d >> 3, e)
                    fewer[rest] = fewer.get(rest, 0) | placed
                if e and (placed := after[32 | e & 7]):
                    rest = (a, b, c, d, e >> 3)
                    fewer[rest] = fewer.get(rest, 0) | placed
        return layers

    def _count(self, layers: Layers, cards: int) -> None:
        """Count the arrangements with this many cards as searched. Raises _BudgetSpent if the budget is too
        small for these and for the known arrangements with fewer cards."""
        if self.looked + sum(map(len, layers[1 : cards + 1])) > self.search.budget:
            raise _BudgetSpent
        before, self.looked = self.looked, self.looked + len(layers[cards])
        if (not before or before // STOP_EVERY < self.looked // STOP_EVERY) and self.search.stop():
            raise Stopped

    def line(self) -> tuple[int, list[str]]:
        """Return the first showing (the suits of the corners), and the moves from it to the best end."""
        cards = self.fewest
        down, showings = next(iter(self.reached[-1][cards].items()))
        showing = _lowest(showings)
        moves: list[str] = []
        for number in reversed(range(len(self.begun))):
            begun, reached = self.begun[number], self.reached[number]
            while not begun[cards].get(down, 0) >> showing & 1:
                cards += 1
                down, showing, made = _before(reached[cards], down, showing)
                moves += reversed(made)
            if number:
                cards -= len(INNER)
                down = tuple(pile >> 3 for pile in down)
                showing = _lowest(_still(down, self.reached[number - 1][cards][down]))
                moves.append(DealRound.text)
        return showing, moves[::-1]


def _lowest(showings: int) -> int:
    return (showings & -showings).bit_length() - 1


def _before(reached: Over, down: Down, showing: int) -> tuple[Down, int, tuple[str, str]]:
    """Return the position before the last turn and placing, and these two moves. The position is an
    arrangement of face-down cards and the suits of the corners (the showing)."""
    for square, corner, suit in product(range(len(INNER)), range(len(CORNERS)), SUITS):
        if showing // 5**corner % 5 == suit:
            more = (*down[:square], down[square] << 3 | suit + 1, *down[square + 1 :])
            could = reached.get(more, 0) & _squares().receiving[square, corner]
            for old in SUITS:
                before = showing + (old - suit) * 5**corner
                if could >> before & 1:
                    return more, before, (Turn(INNER[square]).text, PlaceCard(CORNERS[corner]).text)
    raise AssertionError("nothing leads here")


def solve(position: Position, search: Search) -> Solution:
    """Return the fewest cards that can be left face down."""
    table = position.table
    assert isinstance(table, ThreeByThreeTable)
    down = tuple(_pile(table.squares[square]) for square in INNER)
    showing = _showing([SUIT[table.squares[corner][-1]] for corner in CORNERS])
    showings = 1 << showing
    if table.turned:
        square, suit = INNER.index(table.turned.square), SUIT[table.turned.card]
        showings = _placed(showings, square, suit)
    rounds = [
        _round(table.stock[first : first + len(SQUARES)])
        for first in range(0, len(table.stock), len(SQUARES))
    ]
    begun: Layers = [{} for _ in range(sum(len(table.squares[square]) for square in INNER))]
    begun.append({down: showings})
    bound = _bound(rounds)
    best, looked = Solution(table.score, (), bound), 0
    for width in (NARROW, *FIRST_WIDTHS, search.budget):
        try:
            walk = _Walk(begun, rounds, width, search, looked)
        except _BudgetSpent:
            break
        looked = walk.looked if width != NARROW else 0
        score = walk.fewest
        if walk.complete:
            bound = score
        if score < best.score:
            first, moves = walk.line()
            if table.turned:
                moves.insert(0, PlaceCard(_receiver(showing, square, suit, first)).text)
            best = best._replace(score=score, moves=tuple(moves))
        best = best._replace(bound=bound)
        if score <= max(bound, search.goal or 0):
            return best._replace(bound=score)
    return best


def _pile(cards: Sequence[int]) -> int:
    pile = 0
    for card in cards:
        pile = pile << 3 | SUIT[card] + 1
    return pile


def _round(cards: Sequence[int]) -> Laying:
    return Laying(
        _showing([SUIT[cards[corner]] for corner in CORNERS]),
        tuple(SUIT[cards[inner]] + 1 for inner in INNER),
    )


def _bound(rounds: Sequence[Laying]) -> int:
    """Return a bound on the score: five cards for each round after the last one whose corners let a card be
    turned."""
    bound = 0
    for round in reversed(rounds):
        if not _still(round.laid, 1 << round.showing):
            break
        bound += len(INNER)
    return bound


def _receiver(showing: int, square: int, suit: int, after: int) -> int:
    """Return the corner on which a card was placed. The card has this suit and was turned from this inner
    square. The showing was `showing` before, and is `after` now."""
    for corner, name in enumerate(CORNERS):
        old = showing // 5**corner % 5
        if (
            after - showing == (suit - old) * 5**corner
            and _squares().receiving[square, corner] >> showing & 1
        ):
            return name
    raise AssertionError("no corner receives it so")
