"""A player's page as one viewer may see it: the games played, one of them in detail, the comparison with the
viewer, and results."""

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
"""The most rounds in common with the viewer that the page shows."""


class ListedGame(NamedTuple):
    """A game that the player has played."""

    game: Game
    summary: GameSummary | None
    """None if the viewer may know only a rating."""
    rating: Rating | None

    @property
    def rules(self) -> Mapping[str, str]:
        """The default rules of the game."""
        return self.game.settle_rules({})


class CloseLook(NamedTuple):
    """One game in detail."""

    played: ListedGame
    chart: Distribution | None
    """None without two different known results."""
    history: RatingHistory | None


class Rivals(NamedTuple):
    """The viewer against the player, as far as the viewer may know."""

    sum: HeadToHead
    newest: Sequence[Encounter]
    is_of_all: bool
    """Whether it covers all rounds in common, not only recent ones."""

    @property
    def rounds(self) -> int:
        return sum(self.sum)


@dataclass(frozen=True)
class ShownResults:
    """A page of the player's results, newest first."""

    rows: Sequence[PastResult]
    next: Mark | None
    """The start of the next page; None on the last."""
    is_of_all: bool
    """Whether it covers everything that the viewer may know, not only recent results."""


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
    """The comparison; None for strangers, for the player, and without a round in common."""
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
