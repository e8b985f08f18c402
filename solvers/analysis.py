"""All that is told of a log whose cards are all known: what could still be reached, and luck and skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from games.game import Position
from solvers.along import best_along, best_lines
from solvers.luck import luck_and_skill
from solvers.solution import USUAL, Search


class Effort(NamedTuple):
    """How far an analysis goes, so that its cost is bounded, however long a log is.

    `samples` is how many arrangements of what was not seen are looked at, and `each` how many states in each
    of them after each move. `together` is how many states at most that makes in the whole log: in a long one
    fewer are looked at after each move. There are always as many samples, so that all who play a deal are
    measured by the same. As many states again may be looked at for the best lines.
    """

    samples: int
    each: int
    together: int

    def of(self, moves: int) -> Effort:
        """The same for a log of so many moves.

        >>> Effort(samples=4, each=100, together=20_000).of(moves=49)
        Effort(samples=4, each=100, together=20000)
        >>> Effort(samples=4, each=100, together=20_000).of(moves=99)
        Effort(samples=4, each=50, together=20000)
        """
        return self._replace(each=min(self.each, self.together // (self.samples * (moves + 1))))


EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        "wish": Effort(samples=1024, each=100_000, together=2_000_000_000),
        "winabit": Effort(samples=8, each=2000, together=1_600_000),
        "well": Effort(samples=1, each=1_000_000, together=1_000_000),
        "pyramid": Effort(samples=16, each=10_000, together=8_000_000),
        "three-by-three": Effort(samples=16, each=20_000, together=24_000_000),
    }
)
"""By the slug of a game. The samples are powers of two, so that the mean of them need not be rounded."""


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
    effort = EFFORTS[opening.game.slug].of(len(moves))
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
