"""Aces Up, as far as a search with a budget comes: tables with the fewest cards are searched first."""

from __future__ import annotations

from heapq import heappop, heappush

from games.aces_up.rules import AcesUpTable
from games.game import Position
from games.table import Move
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=4, each=200, together=100_000)
PROVES = False

MOST = 10_000
"""No more tables are looked at: proving that none is better mostly takes far more."""


def solve(position: Position, search: Search) -> Solution:
    """The fewest cards found; proven if every table was looked at, or no card but the aces is left."""
    start = best = position.table
    assert isinstance(start, AcesUpTable)
    goal, most = search.goal or 0, min(search.budget, MOST)
    before: dict[AcesUpTable, tuple[AcesUpTable, Move] | None] = {start: None}
    waiting = [(0, 0, start)]
    while waiting and best.score > goal and len(before) < most:
        _, _, table = heappop(waiting)
        for move in table.legal():
            then = move.after(table)
            if then in before:
                continue
            if len(before) % STOP_EVERY == 1 and search.stop():
                raise Stopped
            before[then] = table, move
            best = min(best, then, key=lambda table: table.score)
            heappush(waiting, (then.score - len(then.stock), len(before), then))
    moves, table = [], best
    while came := before[table]:
        table, move = came
        moves.append(move.text)
    proven = not waiting or best.score <= goal
    return Solution(best.score, tuple(reversed(moves)), best.score if proven else goal)
