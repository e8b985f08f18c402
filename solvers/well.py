"""Solves Well. The search goes on from the table that seems nearest to a good end (the one with the least
trouble), and visits no table twice.

A deal takes some hundreds of tables, seldom thousands. Rows are sorted, because their order means nothing. If
a card fits a foundation that already has a direction, the search plays this move and tries no other. Nothing
is lost: each card that could be laid on this card in a row is on a foundation already, or can go there next.
A card on a lone ace decides the direction of the foundation, so there the search tries other moves, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from games.cards import SUIT
from games.game import Position
from games.table import Move
from games.well.hints import trouble
from games.well.rules import FOUNDATION, ROWS, Carry, WellTable
from solvers.retrace import retrace, way_to
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=1, each=1_000_000, together=1_000_000)
PROVES = True


def solve(position: Position, search: Search) -> Solution:
    """Return the fewest cards that can be left at the end."""
    assert isinstance(position.table, WellTable)
    start = best = in_order(position.table)
    goal = search.goal or 0
    before: dict[WellTable, WellTable | None] = {start: None}
    waiting = [(0.0, 0, start)]
    while waiting and best.score > goal and len(before) < search.budget:
        _, _, table = heappop(waiting)
        for _, after in _steps(table):
            then = in_order(after)
            if then in before:
                continue
            if len(before) % STOP_EVERY == 1 and search.stop():
                raise Stopped
            before[then] = table
            best = min(best, then, key=_score)
            heappush(waiting, (trouble(then), len(before), then))
    bound = best.score if not waiting or best.score <= goal else goal
    return retrace(position, way_to(best, before), bound, steps=_steps, in_order=in_order)


def _steps(table: WellTable) -> Iterator[tuple[tuple[Move], WellTable]]:
    moves = [move for move in table.legal() if isinstance(move, Carry)]
    if homeward := [move for move in moves if _is_no_choice(table, move)]:
        moves = [min(homeward, key=lambda move: _card(table, move))]
    return (((move,), move.after(table)) for move in moves)


def _is_no_choice(table: WellTable, move: Carry) -> bool:
    """Return whether a move brings a card to a foundation that already has a direction. Delaying this move
    never pays."""
    if move.target != FOUNDATION:
        return False
    return not table.either or len(table.home[SUIT[_card(table, move)]]) > 1


def _card(table: WellTable, move: Carry) -> int:
    return table.stacks[move.source][-1]


def in_order(table: WellTable) -> WellTable:
    """Return the same table for all tables that differ only in the order of their rows."""
    return table._replace(stacks=(*sorted(table.stacks[:ROWS]), *table.stacks[ROWS:]))


def _score(table: WellTable) -> int:
    return table.score
