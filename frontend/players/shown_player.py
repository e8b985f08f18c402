"""A player's page as one viewer may see it: the games played, one of them in detail, the comparison with the
viewer, and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from competitions.models import Rating
from competitions.models.contest_orders import ContestOrder, ContestPlace
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
"""How many results one page shows."""

NEWEST: Final = 5
"""The page shows at most this many rounds that both the player and the viewer played."""

ENDED_LAST: Final = ContestOrder("ended_at", latest_first=True)


class ListedGame(NamedTuple):
    """A game, with a summary of the player's results in it, and the player's rating."""

    game: Game
    summary: GameSummary | None
    """The summary of the results; None if the viewer may know only the rating."""
    rating: Rating | None

    @property
    def rules(self) -> Mapping[str, str]:
        """The default rules of the game."""
        return self.game.settle_rules({})


class CloseLook(NamedTuple):
    """A player's results in one game, in detail."""

    played: ListedGame
    chart: Distribution | None
    """The chart of scores; None unless the known results have at least two different scores."""
    history: RatingHistory | None


class Rivals(NamedTuple):
    """How the viewer does against the player, as far as the viewer may know."""

    sum: HeadToHead
    newest: Sequence[Encounter]
    is_complete: bool

    @property
    def rounds(self) -> int:
        return sum(self.sum)


@dataclass(frozen=True)
class ShownResults:
    """A page of the player's results, newest first."""

    rows: Sequence[PastResult]
    next: Mark | None
    """The start of the next page; None on the last."""
    is_complete: bool


def played_games(career: Career) -> Sequence[ListedGame]:
    """The games whose results or rating the viewer may know, the most played first."""
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
    """How the viewer does against the player. None in each of these cases: nobody is signed in, the viewer is
    the player, or no round was played by both."""
    if career.viewer is None or career.is_own:
        return None
    versus = Versus(Career(career.viewer, career.viewer, career.now), career.player)
    newest = list(versus.results.order_by(*ENDED_LAST.columns)[:NEWEST])
    found = Rivals(versus.sum(), versus.encounters(newest), versus.career.is_complete)
    return found if found.rounds else None


def shown_results(career: Career, after: Mark | None) -> ShownResults:
    results = career.results if after is None else career.results.filter(ENDED_LAST.after(after.place))
    found = list(results.order_by(*ENDED_LAST.columns)[: PAGE + 1])
    rows = past_results(found[:PAGE], career)
    if len(found) <= PAGE:
        return ShownResults(rows, None, career.is_complete)
    last = found[PAGE - 1]
    assert last.ended_at is not None
    return ShownResults(rows, Mark(0, ContestPlace(last.ended_at, last.pk)), career.is_complete)
