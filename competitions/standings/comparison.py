"""How good a result is, compared with the other results of its round."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from statistics import median
from typing import Final, NamedTuple

from .orders import InRound
from .results import Result

FIELD: Final = 10
"""How many results a round must have for a comparison to be shown."""


class Comparison(NamedTuple):
    """A result compared with the other results of its round. Only scores are compared, not tie-breaks.

    Declared bots are among the other entries, as in the standings.
    """

    beaten: int
    """How many of the other results have a worse score."""
    others: int
    """How many other entries have a result. Disqualified entries are left out."""
    median: float
    """The median score of all results of the round."""
    best: int
    """The best score in the round so far."""

    @property
    def has_field(self) -> bool:
        """Whether there are enough results for a comparison to be shown."""
        return self.others + 1 >= FIELD


def compare(score: int, order: InRound, *, listed: Result | None) -> Comparison | None:
    """Compare an entry's score with the results in `order`; None if `order` has no results. `listed` is the
    entry's own result in `order`, if any, and is not counted among the others. The cost hardly grows with
    the number of results."""
    if not order.ranked:
        return None
    worse = order.worse_than(score)
    if listed is not None and order.is_better(score, listed.score):
        worse -= 1
    middle = Fraction(order.score_at((order.ranked - 1) // 2) + order.score_at(order.ranked // 2), 2)
    return Comparison(worse, order.ranked - (listed is not None), float(middle), order.score_at(0))


def compared_with(ends: Mapping[int, int], score: int, *, lowest: bool) -> Comparison | None:
    """Compare a score with results. `ends` maps each score to the number of results with it. None without
    results.

    >>> compared_with({2: 1, 5: 2, 9: 1}, 5, lowest=True)
    Comparison(beaten=1, others=4, median=5.0, best=2)
    >>> compared_with({}, 5, lowest=True)
    """
    ordered = sorted(Counter(ends).elements(), reverse=not lowest)
    if not ordered:
        return None
    worse = sum(1 for end in ordered if (end > score if lowest else end < score))
    return Comparison(worse, len(ordered), float(median(ordered)), ordered[0])
