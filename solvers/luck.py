"""Luck told from skill in a log, by a sum that closes.

V is the mean, over all arrangements of the cards that the player has not seen yet, of the best final score
that could then be reached with all cards known. What a move changes in V before its cards are seen is skill;
what the cards change then is luck. Cards that were seen and lie face down again stay where they are.

Where the arrangements are too many, V is the mean over a sample. The sample goes along the log: when a card
is seen, it changes places in each arrangement with the one that lay there. So every arrangement that agrees
with what was seen stays as likely as every other, and what tells nothing new changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import islice, permutations
from math import factorial
from random import Random
from typing import NamedTuple

from games.cards import NAMES
from games.game import Position
from games.replay import Refused, play
from solvers.hidden import hidden, with_hidden
from solvers.solution import USUAL, Search, Solution
from solvers.solving import solve

SAMPLES: Mapping[str, int] = {"wish": 1000, "winabit": 20, "well": 1, "pyramid": 60, "three-by-three": 40}
"""So many arrangements of each game are looked at in some seconds, or in a minute where it takes long to
solve."""

Exchanges = dict[int, int]
"""For each card that was not seen yet, the one that lies there instead."""


class MoveWorth(NamedTuple):
    """What a move changed in V before its cards were seen, and what they changed then, in points of the
    score.

    `lost` is by how much at least it made the best final score worse, in each arrangement that was looked at.
    """

    skill: Fraction
    luck: Fraction
    lost: int


class Estimate(NamedTuple):
    """So many arrangements were looked at, which follow from this text."""

    samples: int
    seed: str


class LuckAndSkill(NamedTuple):
    """`initial`, V before the first move, and all luck and all skill together are the final score.

    `given_up` is what was lost by not playing on, a part of the skill. Without an `estimate` all is exact.
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
    """A position with one arrangement of what was not seen, and its solution."""

    arrangement: Exchanges
    position: Position
    solution: Solution


def luck_and_skill(
    opening: Position, moves: Sequence[str], samples: int, search: Search = USUAL
) -> LuckAndSkill:
    """What luck and what skill did in a log, move by move. It looks at so many arrangements, or at all if
    they are no more.

    The same log gives the same numbers. Raises ValueError if a move does not stand, and Stopped.

    >>> from games import GAMES
    >>> told = luck_and_skill(GAMES["wish"].open("pub"), ["pair 2 3", "pair 6 8"], samples=10)
    >>> told.initial + told.luck + told.skill
    Fraction(28, 1)
    """
    positions = _positions(opening, moves)
    estimate = _estimate(opening, moves, samples)
    unseen = frozenset(hidden(opening.table))
    sampled = _too_many(unseen, samples)
    worlds = [_world(opening, each, search) for each in _arrangements(unseen, estimate)]
    initial = value = _mean(worlds)
    worst = max if opening.game.score_order == "lowest" else min
    worth = []
    for position in positions[1:]:
        moved = [_moved(world, position.move, search) for world in worlds]
        after = _mean(moved)
        lost = min(
            abs(worst(new.solution.score, old.solution.score) - old.solution.score)
            for old, new in zip(worlds, moved, strict=True)
        )
        seen = unseen - set(hidden(position.table))
        unseen -= seen
        if seen and not _too_many(unseen, samples):
            worlds = [_world(position, each, search) for each in _arrangements(unseen, estimate)]
        else:
            worlds = [_shown(world, position, sorted(seen), search) for world in moved]
        worth.append(MoveWorth(after - value, (value := _mean(worlds)) - after, lost))
    given_up = positions[-1].table.score - value
    return LuckAndSkill(initial, tuple(worth), given_up, estimate if sampled else None)


def _positions(opening: Position, moves: Sequence[str]) -> list[Position]:
    positions = [opening]
    for text in moves:
        after = play(positions[-1], text)
        if isinstance(after, Refused):
            raise ValueError(f"{text} does not stand")
        positions.append(after)
    return positions


def _estimate(opening: Position, moves: Sequence[str], samples: int) -> Estimate:
    told = (opening.game.slug, *(NAMES[card] for card in hidden(opening.table)), *moves)
    return Estimate(samples, sha256("\n".join(told).encode()).hexdigest()[:32])


def _too_many(unseen: frozenset[int], samples: int) -> bool:
    return factorial(len(unseen)) > samples


def _arrangements(unseen: frozenset[int], estimate: Estimate) -> Iterator[Exchanges]:
    """All arrangements, or as many as the estimate has, each as likely as every other."""
    cards = sorted(unseen)
    orders: Iterator[Sequence[int]] = permutations(cards)
    if _too_many(unseen, estimate.samples):
        random = Random(estimate.seed)
        orders = islice(iter(lambda: random.sample(cards, len(cards)), None), estimate.samples)
    return (dict(zip(cards, order, strict=True)) for order in orders)


def _arranged(position: Position, arrangement: Exchanges) -> Position:
    cards = [arrangement.get(card, card) for card in hidden(position.table)]
    return position._replace(table=with_hidden(position.table, cards))


def _world(position: Position, arrangement: Exchanges, search: Search) -> _World:
    arranged = _arranged(position, arrangement)
    return _World(arrangement, arranged, solve(arranged, search))


def _moved(world: _World, text: str | None, search: Search) -> _World:
    """The world after a move: if its solution has begun so, the rest of that is the new one."""
    arrangement, position, solution = world
    assert text is not None
    after = play(position, text)
    assert not isinstance(after, Refused), after.error
    if solution.moves[:1] == (text,):
        return _World(arrangement, after, solution._replace(moves=solution.moves[1:]))
    return _World(arrangement, after, solve(after, search._replace(goal=solution.bound)))


def _shown(world: _World, position: Position, seen: Sequence[int], search: Search) -> _World:
    """The world when these cards are seen where they lie."""
    arrangement = after_seeing(seen, world.arrangement)
    if all(world.arrangement[card] == card for card in seen):
        return world._replace(arrangement=arrangement)
    return _world(position, arrangement, search)


def after_seeing(seen: Iterable[int], exchanges: Exchanges) -> Exchanges:
    """The exchanges that are left when these cards are seen where they lie: each has changed places with the
    one that lay there.

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


def _mean(worlds: Sequence[_World]) -> Fraction:
    return Fraction(sum(world.solution.score for world in worlds), len(worlds))
