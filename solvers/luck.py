"""How much of a game's score was luck, and how much skill: both in points, so that they can be added.

V is the mean, over all arrangements of the unseen cards, of the best final score possible with all cards
known. The change of V by a move, before its cards are seen, is skill; the change by seeing the cards is luck.
Cards that were seen and lie face down again have the same places in all arrangements.

If there are too many arrangements, V is the mean over a sample of them. The sample is kept from move to move.
When a card is seen, each arrangement moves that card to its true place, and moves the card from there to the
place that has become free. So all arrangements that agree with the seen cards stay equally likely, and a move
that reveals nothing does not change the sample.

V is rounded to a fraction that programs can add up exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import islice, pairwise, permutations
from math import factorial
from random import Random
from typing import NamedTuple

from games.cards import NAMES
from games.game import Game, Position
from games.replay import Refused, play
from solvers.solution import USUAL, Search, Solution
from solvers.solving import solve, solve_on

IN_POINT = 1024
"""V is rounded to a multiple of 1 / IN_POINT points, so that it is exact as a float."""

Exchanges = dict[int, int]
"""An arrangement of the unseen cards. The key is the card that really lies in a place; the value is the card
that the arrangement puts there. A card that is no key lies in its real place."""


class MoveWorth(NamedTuple):
    """How good and how lucky a move was, in points. V is the mean of the best scores that can be reached.
    `skill` is the change of V by the move, before new cards are seen; `luck` is the change by seeing them.

    `lost` is the number of points that the move lost for certain: the least loss over all arrangements of the
    unseen cards. It is None if only a sample of these was tried, or if one of the best scores is not proven.
    """

    skill: Fraction
    luck: Fraction
    lost: int | None


class Estimate(NamedTuple):
    """The sample of arrangements of the unseen cards over which luck and skill are estimated. `samples` is
    the number of arrangements; `seed` decides the random numbers that choose them."""

    samples: int
    seed: str


class LuckAndSkill(NamedTuple):
    """The parts of a final score: `initial`, which is V (the mean of the best scores in reach) before the
    first move, and the luck and the skill of all moves.

    `given_up` is the part of the skill that was lost by not playing on. `estimate` is None if all numbers are
    exact.
    """

    initial: Fraction
    moves: tuple[MoveWorth, ...]
    given_up: Fraction
    estimate: Estimate | None

    @property
    def luck(self) -> Fraction:
        return sum((move.luck for move in self.moves), Fraction())

    @property
    def skill(self) -> Fraction:
        return sum((move.skill for move in self.moves), self.given_up)


class _World(NamedTuple):
    """A position with one arrangement of the unseen cards, and its solution.

    `before` is the index of this world in the previous moment, or None if its cards were arranged differently
    in that moment.
    """

    arrangement: Exchanges
    position: Position
    solution: Solution
    before: int | None


class _Moment(NamedTuple):
    """The equally likely worlds at one moment of a game. `complete` tells whether `worlds` has every one."""

    worlds: Sequence[_World]
    complete: bool

    @property
    def exact(self) -> bool:
        return self.complete and all(world.solution.proven for world in self.worlds)

    @property
    def value(self) -> Fraction:
        """The mean of the worlds' best scores, rounded: V at this moment."""
        return in_parts(Fraction(sum(self.scores), len(self.worlds)))

    @property
    def scores(self) -> list[int]:
        return [world.solution.score for world in self.worlds]


def luck_and_skill(
    opening: Position, moves: Sequence[str], samples: int, search: Search = USUAL
) -> LuckAndSkill:
    """Return the luck and the skill of each move of a log. They are means over `samples` arrangements of the
    unseen cards, or over all arrangements if there are fewer.

    The same log gives the same numbers, however its moves are spelt. All logs of a deal start with the same
    arrangements. Raises ValueError for an illegal move, and Stopped.

    >>> from games import GAMES
    >>> parts = luck_and_skill(GAMES["wish"].open("pub"), ["pair 2 3", "pair 6 8"], samples=8)
    >>> parts.initial + parts.luck + parts.skill
    Fraction(28, 1)
    """
    positions = _positions(opening, moves)
    estimate = _estimate(opening, samples)
    moments = _with_later_finds(list(_moments(positions, estimate, search)), opening.game)
    worth = []
    for start, moved, shown in zip(moments[:-2:2], moments[1::2], moments[2::2], strict=True):
        worth.append(MoveWorth(moved.value - start.value, shown.value - moved.value, _lost(start, moved)))
    given_up = positions[-1].table.score - moments[-1].value
    exact = all(moment.exact for moment in moments)
    return LuckAndSkill(moments[0].value, tuple(worth), given_up, None if exact else estimate)


def in_parts(mean: Fraction) -> Fraction:
    """Return the mean, rounded to a multiple of 1 / IN_POINT.

    >>> in_parts(Fraction(7, 3)) - Fraction(7, 3) < Fraction(1, 2 * IN_POINT)
    True
    """
    return Fraction(round(mean * IN_POINT), IN_POINT)


def _positions(opening: Position, moves: Sequence[str]) -> list[Position]:
    positions = [opening]
    for text in moves:
        after = play(positions[-1], text)
        if isinstance(after, Refused):
            raise ValueError(f"{text} is illegal")
        positions.append(after)
    return positions


def _estimate(opening: Position, samples: int) -> Estimate:
    """Return the sample to use. It depends on the deal alone, so all players of a deal are measured with the
    same sample."""
    rules = (f"{option} {opening.rules[option]}" for option in sorted(opening.rules))
    facts = (opening.game.slug, *rules, *(NAMES[card] for card in opening.table.face_down()))
    return Estimate(samples, sha256("\n".join(facts).encode()).hexdigest()[:32])


def _moments(positions: Sequence[Position], estimate: Estimate, search: Search) -> Iterator[_Moment]:
    """Yield the moment before the first move. Then yield two moments for each move: after it, and after its
    new cards are seen."""
    opening, *rest = positions
    unseen = frozenset(opening.table.face_down())
    moment = _beginning(opening, unseen, estimate, search)
    yield moment
    for position in rest:
        moved = [_moved(number, world, position, search) for number, world in enumerate(moment.worlds)]
        moment = moment._replace(worlds=moved)
        yield moment
        seen = sorted(unseen - set(position.table.face_down()))
        unseen -= set(seen)
        if seen and not moment.complete and not _too_many(unseen, estimate.samples):
            moment = _beginning(position, unseen, estimate, search)
        else:
            moment = _after_card(moment, position, seen, search)
        yield moment


def _beginning(position: Position, unseen: frozenset[int], estimate: Estimate, search: Search) -> _Moment:
    """Return a moment with all arrangements of the unseen cards, or with a sample if there are too many."""
    cards = sorted(unseen)
    orders: Iterator[Sequence[int]] = permutations(cards)
    sampled = _too_many(unseen, estimate.samples)
    if sampled:
        random = Random(estimate.seed)
        orders = islice(iter(lambda: random.sample(cards, len(cards)), None), estimate.samples)
    arrangements = (dict(zip(cards, order, strict=True)) for order in orders)
    return _Moment([_world(position, each, search) for each in arrangements], not sampled)


def _too_many(unseen: frozenset[int], samples: int) -> bool:
    return factorial(len(unseen)) > samples


def _arranged(position: Position, arrangement: Exchanges) -> Position:
    cards = [arrangement.get(card, card) for card in position.table.face_down()]
    return position._replace(table=position.table.with_face_down(cards))


def _world(position: Position, arrangement: Exchanges, search: Search) -> _World:
    arranged = _arranged(position, arrangement)
    return _World(arrangement, arranged, solve(arranged, search), None)


def _moved(number: int, world: _World, position: Position, search: Search) -> _World:
    assert position.move is not None
    after = play(world.position, position.move)
    assert not isinstance(after, Refused), after.error
    return _World(world.arrangement, after, solve_on(after, world.solution, search), number)


def _after_card(moment: _Moment, position: Position, seen: Sequence[int], search: Search) -> _Moment:
    """Return the moment after these cards were seen in their places. If all possible worlds are known, those
    that do not agree with the seen cards are removed. In a sample they are changed to agree."""
    shown = []
    for number, world in enumerate(moment.worlds):
        arrangement = after_seeing(seen, world.arrangement)
        if all(world.arrangement[card] == card for card in seen):
            shown.append(world._replace(arrangement=arrangement, before=number))
        elif not moment.complete:
            shown.append(_world(position, arrangement, search))
    return moment._replace(worlds=shown)


def after_seeing(seen: Iterable[int], exchanges: Exchanges) -> Exchanges:
    """Return the arrangement after these cards were seen. Each seen card moves to its own place, and is no
    longer listed. The card that lay in that place moves to the place that the seen card has left.

    >>> after_seeing([7], {7: 8, 8: 9, 9: 7})
    {8: 9, 9: 8}
    """
    left = dict(exchanges)
    for card in seen:
        other = left.pop(card)
        if other != card:
            place = next(place for place, lying in left.items() if lying == card)
            left[place] = other
    return left


def _with_later_finds(moments: Sequence[_Moment], game: Game) -> Sequence[_Moment]:
    """Return the moments with corrected scores. A better final score that was found for a world in a later
    moment could be reached from the earlier moments, too."""
    best = min if game.lowest_wins else max
    known = [list(moment.worlds) for moment in moments]
    for here, later in reversed([*pairwise(known)]):
        for world in later:
            if world.before is not None:
                before = here[world.before]
                score = best(before.solution.score, world.solution.score)
                here[world.before] = before._replace(solution=before.solution._replace(score=score))
    return [moment._replace(worlds=worlds) for moment, worlds in zip(moments, known, strict=True)]


def _lost(start: _Moment, moved: _Moment) -> int | None:
    if not (start.exact and moved.exact):
        return None
    return min(abs(after - before) for before, after in zip(start.scores, moved.scores, strict=True))
