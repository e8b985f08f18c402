"""How good a result is, compared with the others of its round."""

from fractions import Fraction
from typing import Final, NamedTuple

from .orders import InRound
from .results import Result

FIELD: Final = 10
"""The least number of results with which a comparison is shown."""


class Comparison(NamedTuple):
    """A result beside the other results of its round. Only scores are compared, and tie-breaks are ignored.

    Declared bots count as others, as they do in the standings.
    """

    beaten: int
    """How many of the others have a worse score."""
    others: int
    """How many other entries have a result; the disqualified are left out."""
    median: float
    """The median score of all results."""
    best: int
    """The best score so far."""

    @property
    def has_field(self) -> bool:
        """Whether there are enough results to compare with."""
        return self.others + 1 >= FIELD


def compare(result: Result, order: InRound, *, listed: Result | None) -> Comparison | None:
    """Compare `result` with the results in `order`; None if there are none. `listed` is the result of the
    same entry in `order`. The cost hardly grows with the number of results."""
    if not order.ranked:
        return None
    worse = order.worse_than(result.score)
    if listed is not None and order.is_better(result.score, listed.score):
        worse -= 1
    middle = Fraction(order.score_at((order.ranked - 1) // 2) + order.score_at(order.ranked // 2), 2)
    return Comparison(worse, order.ranked - (listed is not None), float(middle), order.score_at(0))
