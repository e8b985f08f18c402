"""The best final score that was possible before each move of a log, and after the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.game import Position
from games.replay import Refused, play
from solvers.solution import USUAL, Search, Solution
from solvers.solving import solve, solve_on


def best_along(
    opening: Position, moves: Sequence[str], search: Search = USUAL, onward: Search | None = None
) -> list[Solution]:
    """Return the solution before each move, and the solution after the last move.

    `search` limits the search from the opening. `onward`, if given, limits the searches from later positions.

    Scores and bounds never improve from one position to the next. The moves of a solution lead from its
    position to its score; they are the log's own moves as long as these lose nothing. Raises ValueError for
    an illegal move, and Stopped.

    >>> from games import GAMES
    >>> along = best_along(GAMES["wish"].open("pub"), ["pair 2 3", "pair 6 8"])
    >>> [solution.score for solution in along]
    [2, 2, 16]
    """
    best = min if opening.game.lowest_wins else max
    along, made, position = [solve(opening, search)], [], opening
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused) or after.move is None:
            raise ValueError(f"{text} is illegal")
        position = after
        made.append(after.move)
        along.append(solve_on(position, along[-1], onward or search))
    for ply in reversed(range(len(made))):
        here, later = along[ply], along[ply + 1]
        if best(here.score, later.score) == later.score:
            along[ply] = here._replace(score=later.score, moves=(made[ply], *later.moves))
    return along


class BestLine(NamedTuple):
    """Moves from the position before `ply` to the best score that was possible there."""

    ply: int
    moves: tuple[str, ...]


def best_lines(along: Sequence[Solution]) -> list[BestLine]:
    """Return the best line from each position, except those that only continue the line listed last.

    >>> best_lines([Solution(0, ("a", "b"), 0), Solution(0, ("b",), 0), Solution(1, ("c",), 1)])
    [BestLine(ply=0, moves=('a', 'b')), BestLine(ply=2, moves=('c',))]
    """
    lines: list[BestLine] = []
    for ply, solution in enumerate(along):
        if not lines or line_from(lines, ply) != solution.moves:
            lines.append(BestLine(ply, solution.moves))
    return lines


def line_from(lines: Sequence[BestLine], ply: int) -> tuple[str, ...]:
    """Return the best line from the position before `ply`; `lines` are those of `best_lines`.

    >>> lines = [BestLine(0, ("a", "b", "c")), BestLine(2, ("d",))]
    >>> [line_from(lines, ply) for ply in range(4)]
    [('a', 'b', 'c'), ('b', 'c'), ('d',), ()]
    """
    begun = next(line for line in reversed(lines) if line.ply <= ply)
    return begun.moves[ply - begun.ply :]
