"""The course of a game: its score after each move."""

from collections.abc import Sequence

from games.game import Position
from games.replay import Refused, play

from ..wording.moves import MOST_IN_WORDS


def scores_of(opening: Position, moves: Sequence[str]) -> list[int]:
    """The scores from the opening to the end; empty for a long game, which would take too long."""
    if len(moves) > MOST_IN_WORDS:
        return []
    position, scores = opening, [opening.table.score]
    for move in moves:
        after = play(position, move)
        if isinstance(after, Refused):
            break
        position = after
        scores.append(position.table.score)
    return scores
