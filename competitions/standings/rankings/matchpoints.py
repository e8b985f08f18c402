"""The ranking by matchpoints, as in duplicate bridge."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext_noop

from .ranking import Relative, Shares, Standing


class Matchpoints(Relative):
    """In each round, an entry gets 2 points for each entry that it beat and 1 for each tie, as a percentage
    of the possible points.

    An entry that was the only one to play gets 50 percent. An entry that did not play gets 0. The total is
    the mean over the rounds that have opened.
    """

    name = "matchpoints"
    sentence = gettext_noop(
        "In each round you get 2 matchpoints for each player you beat and 1 for each you tie with, "
        "shown as a percentage; your result is the average of your rounds."
    )
    head = gettext_noop("Matchpoints, %")
    unit = gettext_noop("%")

    def shares(self, sizes: Sequence[int]) -> Shares:
        """
        >>> Matchpoints().shares([1, 2, 1])
        Shares(numerators=[600, 300, 0], denominator=6)
        >>> Matchpoints().shares([1])
        Shares(numerators=[100], denominator=2)
        """
        played = sum(sizes)
        if played == 1:
            return Shares([100], 2)
        numerators, beaten = [], played
        for size in sizes:
            beaten -= size
            numerators.append(100 * (2 * beaten + size - 1))
        return Shares(numerators, max(1, 2 * (played - 1)))

    def overall(self, worth: Fraction, rounds: int) -> Fraction:
        return worth / max(1, rounds)

    def explanation(self, standing: Standing) -> str:
        others = sum(standing)
        if not others:
            return "Nobody else has played this round: that makes half of the matchpoints."
        points = 2 * standing.worse + standing.as_well
        tied = f" and tied with {standing.as_well}" if standing.as_well else ""
        return f"Beat {standing.worse} of {others}{tied}: {points} of {2 * others} matchpoints."
