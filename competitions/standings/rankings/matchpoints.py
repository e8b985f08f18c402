"""The ranking by matchpoints, as in duplicate bridge."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

from ...translatable import Translatable, with_facts
from .ranking import Relative, Shares, Standing

BEAT: Final = ngettext_lazy(
    "Beat %(beaten)d of %(others)d: %(points)d of %(most)d matchpoint.",
    "Beat %(beaten)d of %(others)d: %(points)d of %(most)d matchpoints.",
    "most",
)
BEAT_AND_TIED: Final = ngettext_lazy(
    "Beat %(beaten)d of %(others)d and tied with %(tied)d: %(points)d of %(most)d matchpoint.",
    "Beat %(beaten)d of %(others)d and tied with %(tied)d: %(points)d of %(most)d matchpoints.",
    "most",
)


class Matchpoints(Relative):
    """In each round, an entry gets 2 points for each entry that it beat and 1 for each tie, as a percentage
    of the possible points.

    An entry that was the only one to play gets 50 percent. An entry that did not play gets 0. The total is
    the mean over the rounds that have opened.
    """

    name = "matchpoints"
    sentence = gettext_noop(
        "In each round you get 2 matchpoints for each player you beat and 1 for each you tie with, "
        "shown as a percentage. Your total is the average of all rounds that have opened. A round that was "
        "not played counts as 0."
    )
    head = gettext_noop("Matchpoints, %")
    amount = gettext_noop("%(total)s %%")

    def shares(self, sizes: Sequence[int]) -> Shares:
        """The percentage that each place gets. In the first example, the first entry gets 100, the two that
        tie get 50 each, and the last gets 0.

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

    def explanation(self, standing: Standing) -> Translatable:
        others = sum(standing)
        if not others:
            return _("Nobody else has played this round: that makes half of the matchpoints.")
        points = 2 * standing.worse + standing.as_well
        beaten, tied, most = standing.worse, standing.as_well, 2 * others
        sentence = BEAT_AND_TIED if tied else BEAT
        return with_facts(sentence, beaten=beaten, others=others, tied=tied, points=points, most=most)
