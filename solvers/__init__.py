"""The best final score of a game with all cards known, and moves that reach it.

Each game has a module here, with the name of the game's folder in `games`. The rules there replay the moves
that the module finds.

>>> from games import GAMES
>>> solution = solve(GAMES["wish"].open("pub"))
>>> solution.score, solution.proven, solution.moves[:2]
(2, True, ('pair 5 8', 'pair 5 7'))
"""

from __future__ import annotations

from solvers.analysis import analyse
from solvers.best_lines import best_along
from solvers.solution import Search, Solution, Stopped
from solvers.solving import solve

VERSION = 4
"""The version of the solvers. Raise it with each change after which they find other scores or lines, or
measure luck and skill in another way."""

__all__ = ["VERSION", "Search", "Solution", "Stopped", "analyse", "best_along", "solve"]
