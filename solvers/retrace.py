"""Finds the moves between the tables that a search has visited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from games.game import Position
from games.table import Move, Table
from solvers.solution import Solution

T = TypeVar("T", bound=Table)
S = TypeVar("S")

Steps = Callable[[T], Iterable[tuple[tuple[Move, ...], T]]]
"""A function that returns the steps worth trying on a table. A step is some moves in a row, and the table
after them."""

InOrder = Callable[[T], T]
"""A function that maps all tables that differ only in the order of their stacks to one of them."""


def way_to(last: S, before: Mapping[S, S | None]) -> tuple[S, ...]:
    """Return the tables on the way from the first table to `last`, without the first. `before` maps each
    table to the table before it, and the first table to None.

    >>> way_to("c", {"a": None, "b": "a", "c": "b"})
    ('b', 'c')
    """
    way: list[S] = []
    while (earlier := before[last]) is not None:
        way.append(last)
        last = earlier
    return tuple(reversed(way))


def retrace(
    position: Position,
    way: Iterable[T],
    bound: int,
    *,
    steps: Steps[T],
    in_order: InOrder[T],
) -> Solution:
    """Return a solution whose moves lead through the tables of `way` until the best score is reached."""
    table: Any = position.table
    return along(position, _moves(table, way, steps, in_order), bound)


def along(position: Position, moves: Iterable[Move], bound: int) -> Solution:
    """Return a solution that makes these moves until the best score is reached. Moves beyond the game's limit
    are left out."""
    table: Any = position.table
    room = position.game.move_limit - position.ply
    scores, made = [table.score], []
    for move in islice(moves, room):
        table = move.after(table)
        scores.append(table.score)
        made.append(move.text)
    best = min(scores) if position.game.lowest_wins else max(scores)
    return Solution(best, tuple(made[: scores.index(best)]), bound if room else best)


def _moves(table: T, way: Iterable[T], steps: Steps[T], in_order: InOrder[T]) -> Iterator[Move]:
    for then in way:
        moves, table = next((moves, after) for moves, after in steps(table) if in_order(after) == then)
        yield from moves
