"""How good a result is, compared with the other results of its round."""

from fractions import Fraction
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


def compare(result: Result, order: InRound, *, listed: Result | None) -> Comparison | None:
    """Compare `result` with the results in `order`; None if `order` has no results. `listed` is the result of
    the same entry in `order`, if it has one. The cost hardly grows with the number of results."""
    if not order.ranked:
        return None
    worse = order.worse_than(result.score)
    if listed is not None and order.is_better(result.score, listed.score):
        worse -= 1
    middle = Fraction(order.score_at((order.ranked - 1) // 2) + order.score_at(order.ranked // 2), 2)
    return Comparison(worse, order.ranked - (listed is not None), float(middle), order.score_at(0))
