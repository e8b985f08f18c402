"""Luck and skill in a log, as parts of one sum.

V is the mean, over all arrangements of the unseen cards, of the best final score in reach with all cards
known. The change of V by a move, before its cards are seen, is skill; the change by seeing the cards is luck.
Cards that were seen and are face down again stay where they are.

With too many arrangements, V is the mean over a sample, which is kept along the log: a card that is seen
changes places, in each arrangement, with the card that lay there. So all arrangements that agree with the
seen cards stay equally likely, and a move that shows nothing new changes nothing.

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
"""V is rounded to a multiple of 1 / IN_POINT points, so that floating point holds it exactly."""

Exchanges = dict[int, int]
"""For each unseen card that another arrangement puts elsewhere, the card that lies in its place."""


class MoveWorth(NamedTuple):
    """The worth of a move in points: the change of V before the new cards are seen, and the change by seeing
    them.

    `lost` is how much of the best final score the move lost at least, whatever the hidden cards are. It is
    None unless every arrangement was solved for certain.
    """

    skill: Fraction
    luck: Fraction
    lost: int | None


class Estimate(NamedTuple):
    """The sample: how many arrangements it has, and the text from which its random numbers follow."""

    samples: int
    seed: str


class LuckAndSkill(NamedTuple):
    """The parts of a final score: `initial`, which is V before the first move, luck, and skill.

    `given_up` is the part of the skill that was lost by not playing on. Without an `estimate`, all numbers
    are exact.
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

    `before` is the index of the same world in the moment before; None if its cards were arranged otherwise
    there.
    """

    arrangement: Exchanges
    position: Position
    solution: Solution
    before: int | None


class _Moment(NamedTuple):
    """Worlds that are equally likely, and whether these are all possible ones."""

    worlds: Sequence[_World]
    complete: bool

    @property
    def exact(self) -> bool:
        return self.complete and all(world.solution.proven for world in self.worlds)

    @property
    def value(self) -> Fraction:
        """V at this moment, rounded."""
        return in_parts(Fraction(sum(self.scores), len(self.worlds)))

    @property
    def scores(self) -> list[int]:
        return [world.solution.score for world in self.worlds]


def luck_and_skill(
    opening: Position, moves: Sequence[str], samples: int, search: Search = USUAL
) -> LuckAndSkill:
    """Return luck and skill of a log, move by move, over so many arrangements, or all if there are fewer.

    The same log gives the same numbers, however its moves are spelt, and all logs of a deal start with one
    sample. Raises ValueError if a move does not stand, and Stopped.

    >>> from games import GAMES
    >>> told = luck_and_skill(GAMES["wish"].open("pub"), ["pair 2 3", "pair 6 8"], samples=8)
    >>> told.initial + told.luck + told.skill
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
    """Return the nearest whole number of parts of a point.

    >>> in_parts(Fraction(7, 3)) - Fraction(7, 3) < Fraction(1, 2 * IN_POINT)
    True
    """
    return Fraction(round(mean * IN_POINT), IN_POINT)


def _positions(opening: Position, moves: Sequence[str]) -> list[Position]:
    positions = [opening]
    for text in moves:
        after = play(positions[-1], text)
        if isinstance(after, Refused):
            raise ValueError(f"{text} does not stand")
        positions.append(after)
    return positions


def _estimate(opening: Position, samples: int) -> Estimate:
    """Return the sample. It follows from the deal alone, so all players of a deal are measured with the same
    one."""
    rules = (f"{option} {opening.rules[option]}" for option in sorted(opening.rules))
    told = (opening.game.slug, *rules, *(NAMES[card] for card in opening.table.face_down()))
    return Estimate(samples, sha256("\n".join(told).encode()).hexdigest()[:32])


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
    """Return the first moment: all arrangements of the unseen cards, or a sample of equally likely ones."""
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
    """Return the worlds once these cards are seen in their places. Of all worlds, those that agree stay; in a
    sample, each world is changed to agree."""
    shown = []
    for number, world in enumerate(moment.worlds):
        arrangement = after_seeing(seen, world.arrangement)
        if all(world.arrangement[card] == card for card in seen):
            shown.append(world._replace(arrangement=arrangement, before=number))
        elif not moment.complete:
            shown.append(_world(position, arrangement, search))
    return moment._replace(worlds=shown)


def after_seeing(seen: Iterable[int], exchanges: Exchanges) -> Exchanges:
    """Return the exchanges left when these cards are seen in their places: each changes places with the
    card that lay there.

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
    """Return the moments again, with better final scores that were found later used in the earlier moments
    too, because they could be reached from there."""
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
