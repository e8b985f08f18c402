"""How good a result is: how it compares with the others' of its round."""

from fractions import Fraction
from typing import Final, NamedTuple

from .orders import InRound
from .results import Result

FIELD: Final = 10
"""From so many results on, the field of a round tells how good one of them is."""


class Comparison(NamedTuple):
    """A result beside the others of its round. Scores alone compare: who needed a tie-break was as good.

    Declared bots count as others, as they do in the standings.
    """

    beaten: int
    """How many of the others have a worse score."""
    others: int
    """How many other entries have a result, without the disqualified."""
    median: float
    """The score in the middle of all that the standings have; of an even number the mean of the two there."""
    best: int
    """The best score so far."""

    @property
    def has_field(self) -> bool:
        """Whether there are enough results to judge one by the others."""
        return self.others + 1 >= FIELD


def compared(result: Result, order: InRound, *, listed: Result | None) -> Comparison | None:
    """How `result` compares with those in `order`, where `listed` is what its entry has there; None among
    none at all. It takes steps that hardly grow with their number."""
    if not order.ranked:
        return None
    worse = order.worse_than(result.score)
    if listed is not None and order.is_better(result.score, listed.score):
        worse -= 1
    middle = Fraction(order.score_at((order.ranked - 1) // 2) + order.score_at(order.ranked // 2), 2)
    return Comparison(worse, order.ranked - (listed is not None), float(middle), order.score_at(0))
