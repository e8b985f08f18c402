"""The best that could still be reached before each move of a log, and at its end."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Position
from games.replay import Refused, play
from solvers.solution import USUAL, Search, Solution
from solvers.solving import solve


def best_along(opening: Position, moves: Sequence[str], search: Search = USUAL) -> list[Solution]:
    """The solution before each of the moves, and after the last: one more than there are moves.

    Their scores and their bounds never get better on the way. Each solution has moves that lead from there
    to its score. Raises ValueError if a move does not stand, and Stopped.

    >>> from games import GAMES
    >>> along = best_along(GAMES["wish"].open("pub"), ["pair 2 3", "pair 6 8"])
    >>> [solution.score for solution in along]
    [2, 2, 16]
    """
    best = min if opening.game.score_order == "lowest" else max
    worst = max if best is min else min
    along, made, position = [solve(opening, search)], [], opening
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused) or after.move is None:
            raise ValueError(f"{text} does not stand")
        position, before = after, along[-1]
        made.append(after.move)
        if before.moves[:1] == (after.move,):
            along.append(before._replace(moves=before.moves[1:]))
        else:
            found = solve(position, search._replace(goal=before.bound))
            along.append(found._replace(bound=worst(found.bound, before.bound)))
    for ply in reversed(range(len(made))):
        here, later = along[ply], along[ply + 1]
        if best(here.score, later.score) != here.score:
            along[ply] = here._replace(score=later.score, moves=(made[ply], *later.moves))
    return along
