"""The lesson of a game: the move that gave away the most points. The lesson is shown as soon as the game is
analysed and nobody can play the deal any more.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..embargo.visibility import Viewpoint
from ..models import AnalysedLog, Attempt
from ..solving.analysis.analyse_games import current_analysis
from .decisive_moves import decisive_moves
from .given_away import given_away


class DearestMove(NamedTuple):
    """The move of a game that gave away the most points, and what would have been better."""

    ply: int
    """How many moves were made before this one."""
    view: Mapping[str, Any]
    """The table before the move, as the player saw it."""
    move: str
    move_words: str
    better: str
    """The first move of the best line."""
    better_words: str
    possible: int
    """The best final score that was possible before the move."""
    left: int
    """The best final score that was possible after the move."""


def lesson_of(attempt: Attempt, seen: Viewpoint) -> DearestMove | None:
    """The lesson of an ended attempt. None in each of these cases: the viewer may not know it; there is no
    analysis yet; no move gave anything away; in place of the dearest move, it would have been best to make
    no more moves. At most two queries."""
    if not seen.may_have_analysis(attempt):
        return None
    found = (
        AnalysedLog.objects.filter(log__attempt=attempt, found__isnull=False).select_related("log").first()
    )
    if found is None or found.found is None:
        return None
    log, deal, score = found.log, attempt.round.deal, attempt.score
    assert score is not None  # the attempt has ended
    log.round = attempt.round
    analysis = current_analysis(log, found.found)
    moves = log.moves
    away = given_away(analysis, moves, deal.opening, score=score, finished=attempt.finished)
    for each in decisive_moves(log, analysis, away.dearest(1)):
        if each.better is not None:
            loss = each.loss
            return DearestMove(
                loss.ply,
                each.view,
                each.move,
                each.move_words,
                each.better,
                each.better_words,
                loss.possible,
                loss.left,
            )
    return None
