"""Streaks: how many deals of the day of one game a player has played in a run, counted by their numbers."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

PLAYED_FOR_A_REST: Final = 7
"""How many must have been played since the run began or since its last rest, so that one may be missed."""


class Streak(NamedTuple):
    """How a player does at the dailies of a game."""

    streak: int
    """The dailies played in the run that reaches up to the newest, or to the one before."""
    longest: int
    played: int


def streak_of(numbers: Sequence[int], played: Collection[int]) -> Streak:
    """The streak over the dailies with these numbers, which have begun and are not cancelled, in their order.

    A daily that was not played is a rest, which neither counts nor breaks the run, if at least
    `PLAYED_FOR_A_REST` were played since the run began or since its last rest; else it ends the run. The
    newest is not missed as long as no other has begun.

    >>> streak_of([1, 2, 3], {1, 2})
    Streak(streak=2, longest=2, played=2)
    >>> streak_of(range(1, 10), {1, 2, 3, 4, 5, 6, 7, 9})
    Streak(streak=8, longest=8, played=8)
    >>> streak_of([1, 2, 3, 4], {1, 2}).streak
    0
    """
    run = longest = since_rest = 0
    for number in numbers:
        if number in played:
            run, since_rest = run + 1, since_rest + 1
        elif number == numbers[-1]:
            continue
        elif since_rest >= PLAYED_FOR_A_REST:
            since_rest = 0
        else:
            run = since_rest = 0
        longest = max(longest, run)
    return Streak(run, longest, len(set(numbers) & set(played)))
