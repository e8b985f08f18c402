"""What solvers are asked, and what they answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.game import Position

STOP_EVERY = 4096
"""How many states a search looks at before it asks again whether to stop."""


class Stopped(Exception):
    """The search was stopped, and has no result that another run would repeat."""


def _never() -> bool:
    return False


class Search(NamedTuple):
    """The limits of a search.

    `budget` is the most states to look at, each remembered in 550 bytes at most. It is never in seconds,
    so the same position has the same solution everywhere. `stop` tells whether to stop now, which raises
    Stopped. No play is known to beat `goal`: a search that reaches it may end.
    """

    budget: int = 1_000_000
    stop: Callable[[], bool] = _never
    goal: int | None = None


USUAL = Search()


class Effort(NamedTuple):
    """How much work the analysis of a log does, so that its cost is limited however long the log is.

    `samples` is the number of arrangements of unseen cards. `each` is the number of states searched in each
    arrangement after each move. `together` is the most states for the whole log: a long log gets fewer after
    each move. All players of a deal are measured with equally many samples. The best lines may take as many
    states again.
    """

    samples: int
    each: int
    together: int

    def of(self, moves: int) -> Effort:
        """The effort for a log of so many moves.

        >>> Effort(samples=4, each=100, together=20_000).of(moves=49)
        Effort(samples=4, each=100, together=20000)
        >>> Effort(samples=4, each=100, together=20_000).of(moves=99)
        Effort(samples=4, each=50, together=20000)
        """
        return self._replace(each=min(self.each, self.together // (self.samples * (moves + 1))))


class Solution(NamedTuple):
    """The best final score found, and the moves to it in their canonical spelling. No play beats `bound`.

    >>> Solution(4, ("pair 1 2",), 0).proven
    False
    """

    score: int
    moves: tuple[str, ...]
    bound: int

    @property
    def proven(self) -> bool:
        """Whether the score is certainly the best possible."""
        return self.score == self.bound


class Solver(NamedTuple):
    """What a game's module gives: `solve`, its `EFFORT`, and `PROVES`, whether it proves par.

    A deal can be promised to be winnable or hard only if its par is proven. The number of samples in an
    effort is a power of two, so that their mean needs no rounding.
    """

    solve: Callable[[Position, Search], Solution]
    effort: Effort
    proves: bool
