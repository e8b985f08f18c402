"""The limits of a search, and the solution that it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.game import Position

STOP_EVERY = 4096
"""How many states a search looks at before it asks again whether to stop."""


class Stopped(Exception):
    """The search was stopped. Its result is thrown away, because another run would not repeat it."""


def _never() -> bool:
    return False


class Search(NamedTuple):
    """The limits of a search.

    `budget` is the greatest number of states to search, each of which takes at most 550 bytes. It is not in
    seconds, so that the same position has the same solution on every machine. When `stop` returns True, the
    search raises Stopped. `goal` is a score that no play beats, if one is known; a search that reaches this
    score may end.
    """

    budget: int = 1_000_000
    stop: Callable[[], bool] = _never
    goal: int | None = None


USUAL = Search()


class Effort(NamedTuple):
    """The limits on the work for the analysis of a log, however long the log is.

    `samples` is the number of arrangements of the unseen cards. It does not depend on the log, so all players
    of a deal are measured alike. `each` is the greatest number of states to search in one arrangement after
    one move. `together` is the greatest number of states for all arrangements and moves of the log; for a
    long log, `of` lowers `each` to keep within it. The search for the best lines may take as many states
    again.
    """

    samples: int
    each: int
    together: int

    def of(self, moves: int) -> Effort:
        """Return the effort for a log with this many moves.

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
    """A game's solver: `solve`, `EFFORT` and `PROVES` of the game's module.

    `proves` tells whether the solver proves par; no band is promised for deals of other games. The number of
    samples in `effort` is a power of two, so that a mean over the samples needs no rounding.
    """

    solve: Callable[[Position, Search], Solution]
    effort: Effort
    proves: bool
