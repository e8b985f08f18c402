"""Results, and which of two results is better."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from .tie_breaks import TIE_BREAKS

RankKey = tuple[int | tuple[int, ...], ...]
"""The values that decide a rank, the most important first. The smaller key is better; equal keys tie."""


class Result(NamedTuple):
    """An ended attempt that counts for its entry at one round."""

    attempt: str
    score: int
    won: bool
    moves_made: int
    elapsed_ms: int | None
    """The playing time in milliseconds; None for a log that was sent whole."""
    ended_at: datetime


def place_key(result: Result, *, lowest_wins: bool, tie_breaks: Sequence[str]) -> RankKey:
    """The key that decides the place in a round: the score, then the tie-breaks."""
    score = result.score if lowest_wins else -result.score
    return (score, *(TIE_BREAKS[name].key([result]) for name in tie_breaks))


def better(one: Result, other: Result, *, lowest_wins: bool, tie_breaks: Sequence[str]) -> bool:
    """Whether `one` counts instead of the earlier `other` in a competition where the best attempt counts. The
    score decides, and at equal scores the tie-breaks in their order. If the tie-break `earliest` decides,
    `other` counts.

    >>> noon = datetime(2026, 1, 2, 12)
    >>> first = Result("a", score=7, won=False, moves_made=40, elapsed_ms=None, ended_at=noon)
    >>> second = Result("b", score=7, won=False, moves_made=38, elapsed_ms=None, ended_at=noon)
    >>> better(second, first, lowest_wins=True, tie_breaks=[])
    False
    >>> better(second, first, lowest_wins=True, tie_breaks=["moves"])
    True
    """
    if one.score != other.score:
        return (one.score < other.score) is lowest_wins
    for name in tie_breaks:
        if name == "earliest":
            return False
        key = TIE_BREAKS[name].key
        if key([one]) != key([other]):
            return key([one]) < key([other])
    return False
