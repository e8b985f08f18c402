"""What decided a game that was analysed: luck and skill, the dearest moves, and what was possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..embargo.visibility import Viewpoint
from ..models import AnalysedLog, Log
from ..solving.analysis.analyse_games import current_analysis
from .decisive_moves import DecisiveMove, decisive_moves
from .given_away import Cause, GivenAway, Loss, cause_of, given_away

MOST_SHOWN: Final = 4
"""How many moves are shown with their tables. The points that other moves gave away are added up in one
line."""


class JudgedLoss(NamedTuple):
    """A loss, and how it looked to the player, who could not see the hidden cards."""

    loss: Loss
    cause: Cause
    certain: int
    """The points that were lost whatever the hidden cards were; 0 if that is not known."""
    on_average: float
    """By how many points the move made the score worse on average, if a perfect player who cannot see the
    hidden cards plays on."""


@dataclass(frozen=True)
class GameReview:
    """What decided a game. `expected` and `after_luck` are means, and have fractions; all other scores are
    whole."""

    log: Log
    mine: bool
    """Whether the game is the viewer's own."""
    lowest: bool
    hides: bool
    """Whether cards were face down, so that there was luck."""
    away: GivenAway
    decisive: Sequence[DecisiveMove]
    """The moves that cost the most points, at most `MOST_SHOWN`, in the order of the game."""
    judged: Sequence[JudgedLoss]
    """All moves that gave points away, in the order of the game."""
    expected: float
    """The mean score of a perfect player who cannot see the hidden cards."""
    after_luck: float
    """`expected` plus the luck. The luck is how much the cards that turned up raised the score; it is
    negative if they lowered it."""
    stopped_early: bool
    """Whether stopping before the end made the score worse, as far as the player could know."""
    proven: bool
    """Whether the best possible score before each move is proven."""
    samples: int | None
    """Over how many arrangements of the hidden cards the means were taken; None if over all arrangements."""

    @property
    def others(self) -> Sequence[Loss]:
        """The losses that are not shown with their tables."""
        shown = {move.loss.ply for move in self.decisive}
        return [loss for loss in self.away.losses if loss.ply not in shown]


def review_of(log: Log, seen: Viewpoint) -> GameReview | None:
    """The review of the game in a log. None if its attempt has not ended, if the viewer may not know the
    review, or if there is no analysis yet. At most two queries."""
    attempt, deal = log.attempt, log.round.deal
    if attempt is None or attempt.score is None or not seen.may_have_analysis(attempt):
        return None
    stored = AnalysedLog.objects.filter(pk=log.pk, found__isnull=False).first()
    if stored is None or stored.found is None:
        return None
    analysis, moves = current_analysis(log, stored.found), log.moves
    away = given_away(analysis, moves, deal.opening, score=attempt.score, finished=attempt.finished)
    worse = 1 if deal.game.lowest_wins else -1
    return GameReview(
        log=log,
        mine=seen.entry is not None and seen.entry.pk == log.entry_id,
        lowest=deal.game.lowest_wins,
        hides=deal.hides_cards,
        away=away,
        decisive=decisive_moves(log, analysis, away.dearest(MOST_SHOWN)),
        judged=[
            JudgedLoss(
                loss,
                cause_of(loss, analysis),
                min(loss.points, analysis["moves"][loss.ply]["lost"] or 0),
                worse * analysis["moves"][loss.ply]["skill"],
            )
            for loss in away.losses
        ],
        expected=analysis["initial"],
        after_luck=analysis["initial"] + analysis["luck"],
        stopped_early=worse * analysis["given_up"] > 0,
        proven=all(move["proven"] for move in analysis["moves"]),
        samples=analysis["estimate"] and analysis["estimate"]["samples"],
    )
