"""Calls the solver of a game, and replays its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

from games import GAMES
from games.game import Game, Position
from games.replay import Refused, replay_from
from solvers.solution import USUAL, Search, Solution, Solver


def _solver_of(game: Game) -> Solver:
    """Return the solver of a game. Raises ImportError or AttributeError if its module is missing or
    incomplete."""
    module = import_module(f"solvers.{game.folder}")
    return Solver(module.solve, module.EFFORT, module.PROVES)


SOLVERS: Mapping[str, Solver] = MappingProxyType({slug: _solver_of(game) for slug, game in GAMES.items()})
"""The solvers, keyed by the slugs of their games."""


def solve(position: Position, search: Search = USUAL) -> Solution:
    """Return the best final score found from a position, the moves to it, and a bound.

    Raises Stopped. The answer is replayed by the rules: an AssertionError is a bug in a solver.
    """
    found = SOLVERS[position.game.slug].solve(position, search)
    end = replay_from(position, found.moves)
    assert position.ply + len(found.moves) <= position.game.move_limit
    assert not isinstance(end, Refused), end.error
    assert end.score == found.score, f"{end.score} is not {found.score}"
    return found


def solve_on(position: Position, before: Solution, search: Search = USUAL) -> Solution:
    """Return the solution after a position's last move, given the solution before this move.

    Usually the moves of `before` still lead to the same score. Otherwise search for another line. Raises
    Stopped.
    """
    if before.moves[:1] == (position.move,):
        return before._replace(moves=before.moves[1:])
    for rest in _rests(before.moves, position.move):
        if _leads_to(before.score, position, rest):
            return before._replace(moves=rest)
    found = solve(position, search._replace(goal=before.bound))
    worst = max if position.game.lowest_wins else min
    return found._replace(bound=worst(found.bound, before.bound))


def _rests(moves: tuple[str, ...], made: str | None) -> Iterator[tuple[str, ...]]:
    """Yield the moves of a known line that may still be legal after the move `made`: the line without this
    move, if the line contains it; then the whole line."""
    if made in moves:
        at = moves.index(made)
        yield (*moves[:at], *moves[at + 1 :])
    yield moves


def _leads_to(score: int, position: Position, moves: Sequence[str]) -> bool:
    if position.ply + len(moves) > position.game.move_limit:
        return False
    end = replay_from(position, moves)
    return not isinstance(end, Refused) and end.score == score
