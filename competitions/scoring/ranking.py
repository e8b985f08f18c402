"""Places from gains: pure arithmetic over rows that are already in order."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """`rank` is None for an entry without a finished attempt; `tied` says whether the rank is shared."""

    rank: int | None
    tied: bool


def places(gains: Sequence[int | None], *, start: int = 0, better: int = 0) -> list[Place]:
    """The place of each gain, best first and None last; equal gains share a rank (1, 2, 2, 4).

    The gains may be a stretch of a longer list: `start` entries stand before
    the first of them, `better` of which have a larger gain.

    >>> [place.rank for place in places([9, 7, 7, 4, None])]
    [1, 2, 2, 4, None]
    >>> [place.rank for place in places([7, 4], start=2, better=1)]
    [2, 4]
    """
    found: list[Place] = []
    for index, gain in enumerate(gains):
        like_before = index > 0 and gains[index - 1] == gain
        like_after = index + 1 < len(gains) and gains[index + 1] == gain
        rank = found[-1].rank if like_before else start + index + 1 if index else better + 1
        found.append(Place(None, False) if gain is None else Place(rank, like_before or like_after))
    return found


def total(gain: int | None, *, worst: int, score_order: str) -> int:
    """The sum of the round scores of an entry with this gain.

    `worst` is the total of an entry that never played, over the rounds that have opened.

    >>> total(12, worst=30, score_order="lowest")
    18
    """
    return worst - (gain or 0) if score_order == "lowest" else worst + (gain or 0)
