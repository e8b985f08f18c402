"""What a solver is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.game import Position

STOP_EVERY = 4096
"""A search asks whether to stop each time that it has looked at so many states."""


class Stopped(Exception):
    """The search was told to stop, and has found nothing that would be the same the next time."""


def _never() -> bool:
    return False


class Search(NamedTuple):
    """How far a search goes.

    `budget` is how many states it looks at; it remembers each of them in some 550 bytes at most. It is never
    in seconds, so that the same position gives the same solution everywhere. `stop` tells whether to stop
    now, which raises Stopped. `goal` is a score that no play is known to better: who reaches it need not look
    on.
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
    """The best final score that was found, by giving up or by the end, and the moves that lead to it, in
    their canonical spelling. No play ends better than `bound`.

    >>> Solution(4, ("pair 1 2",), 0).proven
    False
    """

    score: int
    moves: tuple[str, ...]
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no play ends better."""
        return self.score == self.bound


class Solver(NamedTuple):
    """What the module of a game offers: `solve`, its `EFFORT`, and whether it `PROVES` par.

    A deal is promised to be winnable or hard only where par is proven. The samples of an effort are a power
    of two, so that their mean need not be rounded.
    """

    solve: Callable[[Position, Search], Solution]
    effort: Effort
    proves: bool
