"""The course of a game: the score after each move, and a row of emoji that players can share."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from games.game import Position
from games.language import Message
from games.replay import Refused, play

MOST_MOVES: Final = 300
"""A game with more moves has no course here, because replaying it would take too long. Nearly all games are
shorter."""

STEPS: Final = 10
QUICK, SLOW, STUCK, LEFT, WON = "🟩", "🟨", "🟧", "⬜", "🏆"


@dataclass(frozen=True)
class Course:
    scores: Sequence[int]
    """The score at the opening, then the score after each move."""
    outcome: Message
    """What the score counts, such as `6 cards left`."""
    won: bool


def course_of(opening: Position, moves: Sequence[str]) -> Course | None:
    """The course of a game. A move that the rules refuse ends the course. None for a game of more than
    `MOST_MOVES` moves."""
    if len(moves) > MOST_MOVES:
        return None
    position, scores = opening, [opening.table.score]
    for move in moves:
        after = play(position, move)
        if isinstance(after, Refused):
            break
        position = after
        scores.append(position.table.score)
    outcome = position.game.teacher.outcome(position.seen, position.table.score)
    return Course(scores, outcome, position.table.won)


def signs_of(scores: Sequence[int], best: int, *, won: bool = False) -> str:
    """The course as ten signs, each for a tenth of the way from the opening to the score `best`.

    A tenth that the final score does not reach is white. The colour of a reached tenth shows how many moves
    it took, compared with the average of the reached tenths, rounded up: green for at most the average,
    yellow for at most twice the average, and orange for more. A cup after the signs stands for a won game.
    The signs show no card.

    >>> signs_of([32, 30, 28, 26, 24, 22, 20, 18], 0)
    '🟩🟩🟩🟩⬜⬜⬜⬜⬜⬜'
    >>> signs_of([10, 8, 8, 8, 8, 8, 6, 4, 2, 0], 0, won=True)
    '🟩🟩🟧🟩🟩🟩🟩🟩🟩🟩🏆'
    >>> signs_of([-24, -24, -20, -22], 0)
    '⬜⬜⬜⬜⬜⬜⬜⬜⬜⬜'
    """
    worst, way = scores[0], abs(best - scores[0])
    came = [
        STEPS * abs(score - worst) // way if way and (score > worst) == (best > worst) else 0
        for score in scores
    ]
    reached = min(STEPS, came[-1])
    moves = [next(ply for ply, tenths in enumerate(came) if tenths > step) for step in range(reached)]
    took = [now - before for before, now in zip([0, *moves], moves, strict=False)]
    usual = ceil(moves[-1] / reached) if reached else 0
    signs = [QUICK if each <= usual else SLOW if each <= 2 * usual else STUCK for each in took]
    return "".join([*signs, LEFT * (STEPS - reached), WON if won else ""])
