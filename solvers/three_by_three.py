"""Three By Three solved: all suits that the corners may show over the same cards are followed together.

Only the suits of cards count. What is *down* is five piles, each a number: an octal digit for each card, one
more than its suit, the top card last. The suits of the four corners are one *showing* of 625, and a bit mask
is a set of showings. Turning a card and placing it maps one such set to another. So a round is one walk over
all that can be down, from most cards to fewest. When nothing can be turned any more, the next round covers
the corners. One more turned card never makes a score worse, so the fewest cards down in the last round are
the best score.

At first only the beginnings with the fewest cards are followed in each round, because that is mostly
enough to leave none.
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
"""For each arrangement of face-down cards, the showings that are possible over it."""

SUITS = range(5)
ALL = len(SUITS) ** len(CORNERS)

FIRST_WIDTHS = (50, 1000)
"""How many beginnings of each round are followed in the first walks. If these are not enough, all are
followed."""


class Laying(NamedTuple):
    """What a round lays: the showing of the corners, and the five face-down cards."""

    showing: int
    laid: tuple[int, ...]


class _BudgetSpent(Exception):
    pass


class _Shifts(NamedTuple):
    """What placing a card does to a set of showings: those in each mask move so many places up or down."""

    higher: tuple[tuple[int, int], ...]
    lower: tuple[tuple[int, int], ...]


class _Squares(NamedTuple):
    """Tables that are looked up by inner square.

    `receiving[square, corner]`: the showings with which the corner may receive a card of the square.
    `placing[square][suit]`: the effect of placing such a card. `still[squares]`: the showings with which no
    card can be turned from these squares.
    """

    receiving: Mapping[tuple[int, int], int]
    placing: Sequence[Sequence[_Shifts]]
    still: Sequence[int]


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

    still = []
    for having in range(1 << len(INNER)):
        moving = 0
        for (square, _), these in receiving.items():
            if having >> square & 1:
                moving |= these
        still.append((1 << ALL) - 1 & ~moving)
    return _Squares(
        receiving, [[shifts(square, suit) for suit in SUITS] for square in range(len(INNER))], still
    )


def _showing(suits: Sequence[int]) -> int:
    return sum(suit * 5**corner for corner, suit in enumerate(suits))


def _placed(showings: int, square: int, suit: int) -> int:
    """Return all showings after a card of the suit was turned from an inner square and placed."""
    after = 0
    higher, lower = _squares().placing[square][suit]
    for these, shift in higher:
        after |= (showings & these) << shift
    for these, shift in lower:
        after |= (showings & these) >> shift
    return after


def _cards(down: Down) -> int:
    return sum((pile.bit_length() + 2) // 3 for pile in down)


def _still(down: Down, showings: int) -> int:
    """Return the showings with which nothing can be turned."""
    having = sum(1 << square for square, pile in enumerate(down) if pile)
    return showings & _squares().still[having]


class _Walk:
    """One walk through all rounds, with at most `width` beginnings of each round."""

    def __init__(self, begun: Over, rounds: Sequence[Laying], width: int, search: Search, looked: int):
        self.search, self.looked, self.complete = search, looked, True
        self.begun, self.reached = [begun], [self._play(begun)]
        for round in rounds:
            ends = (down for down, showings in self.reached[-1].items() if _still(down, showings))
            begun = {}
            for down in ends:
                if len(begun) == width:
                    self.complete = False
                    break
                begun[tuple(pile << 3 | card for pile, card in zip(down, round.laid, strict=True))] = (
                    1 << round.showing
                )
            self.begun.append(begun)
            self.reached.append(self._play(begun))

    @property
    def best(self) -> Down:
        """The arrangement with the fewest cards down at the end."""
        return next(iter(self.reached[-1]))

    def _play(self, begun: Over) -> Over:
        """Return all arrangements that a round can come to, those with the fewest cards first."""
        layers: list[Over] = [{} for _ in range(1 + max(map(_cards, begun)))]
        for down, showings in begun.items():
            layers[_cards(down)][down] = showings
        for cards in reversed(range(1, len(layers))):
            fewer = layers[cards - 1]
            for down, showings in layers[cards].items():
                self._count()
                for square, pile in enumerate(down):
                    if pile and (after := _placed(showings, square, (pile & 7) - 1)):
                        rest = (*down[:square], pile >> 3, *down[square + 1 :])
                        fewer[rest] = fewer.get(rest, 0) | after
        return {down: showings for layer in layers for down, showings in layer.items()}

    def _count(self) -> None:
        if self.looked == self.search.budget:
            raise _BudgetSpent
        if self.looked % STOP_EVERY == 0 and self.search.stop():
            raise Stopped
        self.looked += 1

    def line(self) -> tuple[int, list[str]]:
        """Return the first showing, and the moves from it to the best end."""
        down = self.best
        showing = _lowest(self.reached[-1][down])
        moves: list[str] = []
        for number in reversed(range(len(self.begun))):
            while not self.begun[number].get(down, 0) >> showing & 1:
                down, showing, made = _before(self.reached[number], down, showing)
                moves += reversed(made)
            if number:
                down = tuple(pile >> 3 for pile in down)
                showing = _lowest(_still(down, self.reached[number - 1][down]))
                moves.append(DealRound.text)
        return showing, moves[::-1]


def _lowest(showings: int) -> int:
    return (showings & -showings).bit_length() - 1


def _before(reached: Over, down: Down, showing: int) -> tuple[Down, int, tuple[str, str]]:
    """Return the arrangement and the showing one step earlier, and the turn and the placing that led on from
    there."""
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
    bound = _bound(rounds)
    best, looked = Solution(table.score, (), bound), 0
    for width in (*FIRST_WIDTHS, search.budget):
        try:
            walk = _Walk({down: showings}, rounds, width, search, looked)
        except _BudgetSpent:
            break
        looked = walk.looked
        score = _cards(walk.best)
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
    """Return a bound on the score: five cards for each of the last rounds in which nothing can be turned."""
    bound = 0
    for round in reversed(rounds):
        if not _still(round.laid, 1 << round.showing):
            break
        bound += len(INNER)
    return bound


def _receiver(showing: int, square: int, suit: int, after: int) -> int:
    """Return the corner on which a card of the suit, turned from the square, changes one showing to the
    other."""
    for corner, name in enumerate(CORNERS):
        old = showing // 5**corner % 5
        if (
            after - showing == (suit - old) * 5**corner
            and _squares().receiving[square, corner] >> showing & 1
        ):
            return name
    raise AssertionError("no corner receives it so")
