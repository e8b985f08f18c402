"""The analysis of a log: the best final score that was possible before each move, and luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.game import Position
from solvers.best_lines import best_along, best_lines
from solvers.luck import luck_and_skill
from solvers.solution import USUAL, Search
from solvers.solving import SOLVERS


def analyse(opening: Position, moves: Sequence[str], search: Search = USUAL) -> dict[str, Any]:
    """Return the analysis of the log with these moves, ready for JSON.

    `par` is the best score found for the deal. Each move has the best score that was possible before it,
    whether this score is proven, and the fields of MoveWorth. `initial`, `luck`, `skill`, `given_up` and
    `estimate` are those of LuckAndSkill. `lines` are those of `best_lines`.

    Two sums are exact, even in floating point. `initial` + `luck` + `skill` is the final score. The skill of
    all moves + `given_up` is `skill`.

    Raises ValueError for an illegal move, and Stopped if the search was stopped.

    >>> from games import GAMES
    >>> analysis = analyse(GAMES["well"].open("pub"), [])
    >>> analysis["par"], analysis["initial"] + analysis["luck"] + analysis["skill"]
    ({'score': 0, 'proven': True}, 48)
    """
    effort = SOLVERS[opening.game.slug].effort.of(len(moves))
    onward = search._replace(budget=min(search.budget, effort.together // (len(moves) + 1)))
    along = best_along(opening, moves, search, onward)
    parts = luck_and_skill(opening, moves, effort.samples, search._replace(budget=effort.each))
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
            for ply, (before, worth) in enumerate(zip(along[:-1], parts.moves, strict=True))
        ],
        "initial": _number(parts.initial),
        "luck": _number(parts.luck),
        "skill": _number(parts.skill),
        "given_up": _number(parts.given_up),
        "estimate": parts.estimate and parts.estimate._asdict(),
        "lines": [line._asdict() for line in best_lines(along)],
    }


def _number(points: Fraction) -> int | float:
    """Return the points as a JSON number. It is exact, because they are a multiple of 1 / IN_POINT."""
    return int(points) if points.denominator == 1 else float(points)
