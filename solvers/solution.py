"""Questions to solvers, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.game import Position

STOP_EVERY = 4096
"""The number of states after which a search asks again whether to stop."""


class Stopped(Exception):
    """The search was stopped, and found nothing that could be repeated."""


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
    """How far the analysis of a log goes. So its cost is bounded, however long the log is.

    `samples` is the number of arrangements of unseen cards; `each` the number of states searched in each of
    them after each move; `together` the most states in the whole log: a long log has fewer after each move.
    All players of a deal are measured by as many samples. The best lines may take as many states again.
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
        """Whether the score is certainly the best."""
        return self.score == self.bound


class Solver(NamedTuple):
    """The module of a game: `solve`, its `EFFORT`, and whether it `PROVES` par.

    Only deals whose par is proven can be promised to be winnable or hard. The samples of an effort are a
    power of two, so that their mean needs no rounding.
    """

    solve: Callable[[Position, Search], Solution]
    effort: Effort
    proves: bool
