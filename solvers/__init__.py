"""The best that a game can still come to with all its cards known, and the moves that lead there.

A game is one module, called like its folder in `games`. What they find is replayed by `games`, the only
judge.

>>> from games import GAMES
>>> solution = solve(GAMES["wish"].open("pub"))
>>> solution.score, solution.proven, solution.moves[:2]
(2, True, ('pair 2 3', 'pair 2 3'))
"""

from __future__ import annotations

from solvers.along import best_along
from solvers.analysis import analyse
from solvers.solution import Search, Solution, Stopped
from solvers.solving import solve

VERSION = 3
"""To be raised when a solver finds other scores or other lines than it did, or luck and skill are told
otherwise."""

__all__ = ["VERSION", "Search", "Solution", "Stopped", "analyse", "best_along", "solve"]
