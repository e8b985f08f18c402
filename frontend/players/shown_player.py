"""A player on a page, as one viewer may know them: the games they have played, one of them closely, how the
viewer does against them, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from competitions.models import Rating
from competitions.models.contest_orders import ContestPlace
from competitions.ratings.careers.career import Career
from competitions.ratings.careers.past_results import PastResult, past_results
from competitions.ratings.careers.summaries import GameSummary, ratings_of, summaries
from competitions.ratings.careers.versus import Encounter, HeadToHead, Versus
from games import GAMES
from games.game import Game

from ..contests.page_marks import Mark
from ..ratings.shown_history import RatingHistory, rating_history
from .distribution import Distribution, distribution

PAGE: Final = 20
"""Results on a page."""

NEWEST: Final = 5
"""Of the rounds that the viewer has played, too."""


class ListedGame(NamedTuple):
    """A game in the list of those that the player has played."""

    game: Game
    summary: GameSummary | None
    """None where the viewer may know of no result, though they have a rating."""
    rating: Rating | None

    @property
    def rules(self) -> Mapping[str, str]:
        """As it is played where nobody chooses others."""
        return self.game.settle_rules({})


class CloseLook(NamedTuple):
    """What is shown of one game alone."""

    played: ListedGame
    chart: Distribution | None
    """None where all results are the same, or none are known."""
    history: RatingHistory | None


class Rivals(NamedTuple):
    """The viewer against the player, as the viewer sees it."""

    sum: HeadToHead
    newest: Sequence[Encounter]
    is_of_all: bool
    """Whether all is counted that both have played, however long ago."""

    @property
    def rounds(self) -> int:
        return sum(self.sum)


@dataclass(frozen=True)
class ShownResults:
    """A page of the player's results, the newest first."""

    rows: Sequence[PastResult]
    next: Mark | None
    """Where the next page begins; None on the last."""
    is_of_all: bool
    """Whether all that the viewer may know of is there, however long ago."""


def played_games(career: Career) -> Sequence[ListedGame]:
    """The games of which the viewer may know results or a rating, the one most played first."""
    known, ratings = summaries(career), ratings_of(career)
    found = [ListedGame(GAMES[slug], known.get(slug), ratings.get(slug)) for slug in {**known, **ratings}]
    return sorted(found, key=lambda each: -each.summary.played if each.summary else 0)


def close_look(career: Career, played: ListedGame) -> CloseLook:
    chart = history = None
    if played.summary is not None and len(played.summary.scores) > 1:
        chart = distribution(played.summary.scores, best=next(iter(played.summary.scores)))
    if played.rating is not None:
        history = rating_history(career.player, played.game, career.viewer, career.now)
    return CloseLook(played, chart, history)


def rivals(career: Career) -> Rivals | None:
    """None for a stranger and for the player, and where the two have no round in common."""
    if career.viewer is None or career.is_own:
        return None
    versus = Versus(career.viewer, career.player, career.viewer, career.now)
    found = Rivals(versus.sum(), versus.encounters(limit=NEWEST), versus.is_of_all)
    return found if found.rounds else None


def shown_results(career: Career, after: Mark | None) -> ShownResults:
    found = past_results(career, None if after is None else after.place, limit=PAGE + 1)
    rows = found[:PAGE]
    if len(found) <= PAGE:
        return ShownResults(rows, None, career.is_of_all)
    last = rows[-1]
    assert last.ended_at is not None
    return ShownResults(rows, Mark(0, ContestPlace(last.ended_at, last.pk)), career.is_of_all)
