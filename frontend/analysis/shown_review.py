"""What templates show about the moves that decided a game. Until the game is analysed, they show
how far the solver is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from competitions.embargo.visibility import Viewpoint
from competitions.endings import review_sentences
from competitions.endings.decisive_moves import DecisiveMove
from competitions.endings.ending_sentences import number
from competitions.endings.review import GameReview, review_of
from competitions.models import Log
from competitions.solving.analysis.progress import AnalysisState, progress_of

from ..wording.lists import with_names
from .curve import PossibleCurves, curves_of


class ShownMove(NamedTuple):
    """A decisive move. The page shows the cards before the move on two boards, one with this move and one
    with the better move. If stopping was better, the second board is missing."""

    of: DecisiveMove
    board: str
    """The id of the element that has the table before the move, as JSON."""
    short: str
    made: str
    """The best score still possible after the move, in words."""
    best: str
    """The best score possible before the move, in words."""
    cause: str


@dataclass(frozen=True)
class ShownReview:
    of: GameReview
    nth: int
    """Which of the games on the page this one is, counted from 0."""

    @property
    def name(self) -> str:
        return self.of.log.entry.name

    @property
    def luck(self) -> str:
        return review_sentences.luck_in_words(self.of, with_names)

    @property
    def skill(self) -> str:
        return review_sentences.skill_in_words(self.of, with_names)

    @cached_property
    def moves(self) -> Sequence[ShownMove]:
        judged = {each.loss.ply: each for each in self.of.judged}
        return [
            ShownMove(
                move,
                f"table-{self.nth}-{move.loss.ply}",
                review_sentences.loss_in_short(move.loss),
                review_sentences.worth(move.loss.left),
                review_sentences.worth(move.loss.possible),
                review_sentences.cause_in_words(judged[move.loss.ply], hides=self.of.hides),
            )
            for move in self.of.decisive
        ]

    @property
    def sums(self) -> Sequence[str]:
        """Sentences on the points lost by moves that are not in `moves`, by stopping early, and in the whole
        game."""
        said = (review_sentences.other_losses_in_words(self.of), review_sentences.given_up_in_words(self.of))
        return [*filter(None, said), review_sentences.total_in_words(self.of)]

    @property
    def scores(self) -> Sequence[review_sentences.NamedScore]:
        return review_sentences.named_scores(self.of)

    @property
    def how_exact(self) -> str:
        return review_sentences.how_exact(self.of)

    @property
    def curve_words(self) -> str:
        """The curve in words, for readers who do not see it."""
        away = self.of.away
        best, final, moves = number(away.possible[0]), number(away.final), len(away.possible) - 1
        return gettext(
            "The best score still possible: %(best)s at the deal, %(final)s after move %(moves)s."
        ) % {"best": best, "final": final, "moves": moves}

    @property
    def notes(self) -> list[Mapping[str, Any]]:
        """For the list of moves, a note on each loss: the move's `ply`, the note's `look` and its `words`."""
        return [
            {"ply": each.loss.ply, "look": each.cause.value, "words": review_sentences.note_in_words(each)}
            for each in self.of.judged
        ]


@dataclass(frozen=True)
class ReviewPart:
    """The part of a result's page that says what decided the game, and another game beside it if one is
    shown. Until these games are analysed, it says how far the solver is."""

    state: AnalysisState
    reviews: Sequence[ShownReview]
    """The review of each game; empty unless all games are analysed."""
    address: str
    """The address that answers with this part of the page alone. A POST to it asks for the analysis of the
    games."""
    back: str
    """The address of the result's page, which shows this part."""
    progress: Sequence[str] = ()
    """Sentences that say how far the solver is."""

    @property
    def falls(self) -> bool:
        """Whether a curve falls. A curve that does not fall says no more than the words above it."""
        return any(review.of.away.total for review in self.reviews)

    @property
    def curves(self) -> PossibleCurves:
        return curves_of([review.of for review in self.reviews])

    @property
    def notes(self) -> Sequence[Sequence[Mapping[str, Any]]]:
        return [review.notes for review in self.reviews]


def review_part(request: HttpRequest, logs: Sequence[Log], seen: Viewpoint) -> ReviewPart | None:
    """The part of a result's page that says what decided these games of one deal; the result's own game is
    the first in `logs`. None if the viewer may not know what was possible."""
    if not all(log.attempt and seen.may_have_analysis(log.attempt) for log in logs):
        return None
    query = f"?with={logs[1].pk}" if len(logs) > 1 else ""
    address, back = (f"{reverse(name, args=(logs[0].pk,))}{query}" for name in ("result_review", "result"))
    reviews = [review_of(log, seen) for log in logs]
    there = [review for review in reviews if review is not None]
    if len(there) == len(logs):
        shown = [ShownReview(review, nth) for nth, review in enumerate(there)]
        return ReviewPart(AnalysisState.DONE, shown, address, back)
    missing = next(log for log, review in zip(logs, reviews, strict=True) if review is None)
    progress = progress_of(missing, seen.now)
    words = (review_sentences.progress_in_words(progress), review_sentences.round_in_words(progress))
    return ReviewPart(progress.state, (), address, back, [*filter(None, words)])
