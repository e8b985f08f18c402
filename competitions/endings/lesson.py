"""The lesson of a game: the move that gave most away, once the deal is open and the game was analysed."""

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from games.game import Position
from games.replay import positions_before
from games.teaching import in_words
from games.views import view

from ..embargo.visibility import Viewpoint
from ..models import AnalysedLog, Attempt
from ..solving.analysis.analyse_games import current_analysis


class DearestMove(NamedTuple):
    """A move after which less was possible than before it, with all cards known."""

    ply: int
    """How many moves were made before it."""
    view: Mapping[str, Any]
    """The table before it, as the player saw it."""
    move: str
    move_words: str
    better: str
    """The first move of the best line."""
    better_words: str
    possible: int
    """The best final score before the move."""
    left: int
    """The best final score after it."""


def lesson_of(attempt: Attempt, seen: Viewpoint) -> DearestMove | None:
    """The lesson of an ended attempt. None if the viewer may not know it, if there is no analysis yet, and if
    no move gave anything away. One query."""
    if not seen.may_have_analysis(attempt):
        return None
    found = (
        AnalysedLog.objects.filter(log__attempt=attempt, found__isnull=False).select_related("log").first()
    )
    if found is None or found.found is None:
        return None
    log, deal = found.log, attempt.round.deal
    log.round = attempt.round
    analysis, moves = current_analysis(log, found.found), json.loads(log.moves)
    dearest = _dearest(analysis, attempt, lowest=deal.game.lowest_wins)
    if dearest is None:
        return None
    ply, possible, left = dearest
    before = next(islice(positions_before(moves, deal.opening), ply, None), None)
    better = _best_move(analysis, ply)
    if before is None or better in (None, moves[ply]):
        return None
    assert better is not None
    return DearestMove(
        ply,
        view(before),
        moves[ply],
        _words(moves[ply], before),
        better,
        _words(better, before),
        possible,
        left,
    )


def _dearest(analysis: Mapping[str, Any], attempt: Attempt, *, lowest: bool) -> tuple[int, int, int] | None:
    """The ply of the move that gave most away, and the best final score before and after it. The first of
    several."""
    best = [move["best"] for move in analysis["moves"]]
    # a game that was given up may have ended with less than its last table still allowed
    after = [*best[1:], attempt.score if attempt.finished else None]
    lost = [
        (ply, had, left, (left - had) if lowest else (had - left))
        for ply, (had, left) in enumerate(zip(best, after, strict=True))
        if left is not None
    ]
    ply, had, left, gave = max(lost, key=lambda each: each[3], default=(0, 0, 0, 0))
    return (ply, had, left) if gave > 0 else None


def _best_move(analysis: Mapping[str, Any], ply: int) -> str | None:
    """The next move of the best line at this ply: of the last line that begins there or before."""
    line = [each for each in analysis["lines"] if each["ply"] <= ply][-1]
    rest: list[str] = line["moves"][ply - line["ply"] :]
    return rest[0] if rest else None


def _words(move: str, before: Position) -> str:
    return in_words(before.game.vocabulary(before.rules)[move], before)
