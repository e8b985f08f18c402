"""The ranking by the sum of the scores."""

from django.utils.translation import gettext_noop

from .ranking import Summed


class Total(Summed):
    """The sum of the scores over the rounds that have opened. A round that was not played counts as the
    worst possible score."""

    name = "total"
    sentence = gettext_noop(
        "The scores of all rounds are added up. A round that has opened and was not played counts as the "
        "worst possible score."
    )
    head = gettext_noop("Total")
    amount = ""
    tells_worths = False

    def worth(self, score: int, par: int | None) -> int:
        return score
