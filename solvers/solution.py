"""What a solver is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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
