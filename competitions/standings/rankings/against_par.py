"""The ranking against par: a round counts as the score minus the par of its deal. Bad cards do not matter
much, since they make the par worse too."""

from django.utils.translation import gettext_noop

from .ranking import Summed


class AgainstPar(Summed):
    """The sum of the scores minus the par of each deal.

    A round that was not played counts as the worst score minus par. A round without a par counts as 0 for
    everyone.
    """

    name = "against_par"
    sentence = gettext_noop(
        "In each round your score is compared with par, the best possible score of the deal, and the "
        "differences are added up. A round that has opened and was not played counts as the worst possible "
        "score. A round counts once it has closed and its par is found."
    )
    head = gettext_noop("Against par")
    amount = ""
    tells_worths = True

    def worth(self, score: int, par: int | None) -> int:
        """The score minus par; 0 without a par.

        >>> AgainstPar().worth(7, 4), AgainstPar().worth(7, None)
        (3, 0)
        """
        return 0 if par is None else score - par
