"""From the tables that a search came by back to moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from games.game import Position
from games.table import Move, Table
from solvers.solution import Solution

T = TypeVar("T", bound=Table)

Steps = Callable[[T], Iterable[tuple[tuple[Move, ...], T]]]
"""What is worth trying on a table: moves made one after the other, and the table after them."""

InOrder = Callable[[T], T]
"""One table for all that differ only in which of their stacks is which; from each the same steps are made."""


def retraced(
    position: Position,
    before: Mapping[T, T | None],
    last: T,
    bound: int,
    *,
    steps: Steps[T],
    in_order: InOrder[T],
) -> Solution:
    """The solution that leads to `last`, or as far towards it as is best, where the game's limit has no room
    for all of its moves.

    `before` has for each table, all in order, the one it came from, and None for the first.
    """
    way: list[T] = []
    while (earlier := before[last]) is not None:
        way.append(last)
        last = earlier
    table: Any = position.table
    room = position.game.move_limit - position.ply
    scores, made = [table.score], []
    for move in islice(_moves(table, reversed(way), steps, in_order), room):
        table = move.after(table)
        scores.append(table.score)
        made.append(move.text)
    best = min(scores) if position.game.score_order == "lowest" else max(scores)
    return Solution(best, tuple(made[: scores.index(best)]), bound if room else best)


def _moves(table: T, way: Iterable[T], steps: Steps[T], in_order: InOrder[T]) -> Iterator[Move]:
    for then in way:
        moves, table = next((moves, after) for moves, after in steps(table) if in_order(after) == then)
        yield from moves
