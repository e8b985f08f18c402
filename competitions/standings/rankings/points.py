"""The ranking by points for the first ten places of each round, as in a season of races."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

from ...translatable import Translatable, with_facts
from .ranking import Relative, Shares, Standing

POINTS: Final = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""The points for places 1 to 10. Later places get no points."""

TOO_FAR: Final = ngettext_lazy(
    "Place %(place)d: points go to the first %(places)d place.",
    "Place %(place)d: points go to the first %(places)d places.",
    "places",
)


class Points(Relative):
    """The sum of the points over all rounds. Entries that share a place get the mean of the points of the
    places that they take up together."""

    name = "points"
    sentence = gettext_noop(
        "In each round the first ten places get 25, 18, 15, 12, 10, 8, 6, 4, 2 and 1 points; "
        "players who tie share the points of the places that they take up. The sum of the rounds counts."
    )
    head = gettext_noop("Points")
    amount = gettext_noop("%(total)s points")

    def shares(self, sizes: Sequence[int]) -> Shares:
        """The points that each place gets. In the example, the first entry gets 25, the two that tie get 16.5
        each, and the last gets 12.

        >>> Points().shares([1, 2, 1])
        Shares(numerators=[50, 33, 24], denominator=2)
        """
        means, taken = [], 0
        for size in sizes:
            means.append(Fraction(sum(POINTS[taken : taken + size]), size))
            taken += size
        common = lcm(*(mean.denominator for mean in means))
        return Shares([int(mean * common) for mean in means], common)

    def overall(self, worth: Fraction, rounds: int) -> Fraction:
        return worth

    def explanation(self, standing: Standing) -> Translatable:
        first = standing.better + 1
        last = first + standing.as_well
        if first > len(POINTS):
            return with_facts(TOO_FAR, place=first, places=len(POINTS))
        if last == first:
            return with_facts(_("Place %(place)d."), place=first)
        sentence = _("Places %(first)d to %(last)d, shared: the mean of their points.")
        return with_facts(sentence, first=first, last=last)
