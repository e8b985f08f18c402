"""All that is told of a log whose cards are all known: what could still be reached, and luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.game import Position
from solvers.along import best_along, best_lines
from solvers.luck import luck_and_skill
from solvers.solution import USUAL, Search
from solvers.solving import SOLVERS


def analyse(opening: Position, moves: Sequence[str], search: Search = USUAL) -> dict[str, Any]:
    """The analysis of a log from its deal on, ready for JSON.

    `par` is the best that is found of the deal. For each move there is the best that could be reached before
    it, whether that is proven, and what the move is worth, as in MoveWorth; `luck`, `skill`, `given_up` and
    `estimate` are those of LuckAndSkill. `initial` + `luck` + `skill` is the final score, and what the
    moves have, with `given_up`, adds up to `luck` and `skill`: exactly, in floating point, too. `lines` are
    to be read with `line_from`. Raises ValueError if a move does not stand, and Stopped.

    >>> from games import GAMES
    >>> told = analyse(GAMES["well"].open("pub"), [])
    >>> told["par"], told["initial"] + told["luck"] + told["skill"]
    ({'score': 0, 'proven': True}, 48)
    """
    effort = SOLVERS[opening.game.slug].effort.of(len(moves))
    onward = search._replace(budget=min(search.budget, effort.together // (len(moves) + 1)))
    along = best_along(opening, moves, search, onward)
    told = luck_and_skill(opening, moves, effort.samples, search._replace(budget=effort.each))
    return {
        "par": {"score": along[0].score, "proven": along[0].proven},
        "moves": [
            {
                "ply": ply,
                "best": before.score,
                "proven": before.proven,
                "luck": _number(worth.luck),
                "skill": _number(worth.skill),
                "lost": worth.lost,
            }
            for ply, (before, worth) in enumerate(zip(along[:-1], told.moves, strict=True))
        ],
        "initial": _number(told.initial),
        "luck": _number(told.luck),
        "skill": _number(told.skill),
        "given_up": _number(told.given_up),
        "estimate": told.estimate and told.estimate._asdict(),
        "lines": [line._asdict() for line in best_lines(along)],
    }


def _number(points: Fraction) -> int | float:
    """The same as a number of JSON: its parts of a point are finite in binary and in decimals."""
    return int(points) if points.denominator == 1 else float(points)
