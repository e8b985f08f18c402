"""The analysis of a log whose cards are all known: the best in reach, and luck and skill."""

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
    """Return the analysis of a log from its deal on, ready for JSON.

    `par` is the best score found for the deal. Each move has the best score in reach before it, whether it
    is proven, and its worth as in MoveWorth. `luck`, `skill`, `given_up` and `estimate` are those of
    LuckAndSkill. `initial` + `luck` + `skill` is the final score, and the moves' parts with `given_up` add
    up to `luck` and `skill`, exactly even in floating point. Read `lines` with `line_from`. Raises
    ValueError if a move does not stand, and Stopped.

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
    """Return the points as a JSON number. It is exact, because they have finitely many binary digits."""
    return int(points) if points.denominator == 1 else float(points)
