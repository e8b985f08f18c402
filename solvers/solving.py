"""Asking the solver of a game, and replaying what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.game import Position
from games.replay import Refused, play
from solvers import pyramid, three_by_three, well, winabit, wish
from solvers.solution import USUAL, Search, Solution

SOLVERS: Mapping[str, Callable[[Position, Search], Solution]] = MappingProxyType(
    {
        "wish": wish.solve,
        "winabit": winabit.solve,
        "well": well.solve,
        "pyramid": pyramid.solve,
        "three-by-three": three_by_three.solve,
    }
)
"""By the slug of a game, what solves it from any of its positions."""


def solve(position: Position, search: Search = USUAL) -> Solution:
    """The best final score that can be reached from a position, and the moves from there that reach it.

    Raises Stopped. What is found is replayed: AssertionError would be an error of a solver's.
    """
    found = SOLVERS[position.game.slug](position, search)
    for text in found.moves:
        after = play(position, text)
        assert not isinstance(after, Refused), after.error
        position = after
    assert position.table.score == found.score, f"{position.table.score} is not {found.score}"
    return found
