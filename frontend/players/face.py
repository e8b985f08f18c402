"""What a player's page shows first: the streak, the best day, the best game, and three games to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from competitions.ratings.careers.career import Career
from competitions.ratings.careers.highlights import (
    BestDay,
    BestGame,
    ShownGame,
    best_day,
    best_game,
    games_to_look_at,
    rated_places,
)
from games.game import Game

from .shown_player import ListedGame


class DaysInARow(NamedTuple):
    """A game, and on how many days in a row a player has played its daily."""

    game: Game
    days: int


@dataclass(frozen=True)
class Face:
    played: int
    won: int
    streak: DaysInARow | None
    """The longest run of days, in any game, that still goes on; None if no such run has two days."""
    longest: DaysInARow | None
    """The longest run of days ever, in any game. None if `streak` is as long, or if no run has two days."""
    day: BestDay | None
    best_at: BestGame | None
    games: Sequence[ShownGame]


def face_of(career: Career, listed: Sequence[ListedGame]) -> Face | None:
    """What the page shows first about the career; None if the viewer may know no result. A few queries,
    however many results there are."""
    known = [(each.game, each.summary) for each in listed if each.summary is not None]
    if not known:
        return None
    streak = _longest([DaysInARow(game, summary.daily.streak) for game, summary in known])
    longest = _longest([DaysInARow(game, summary.daily.longest) for game, summary in known])
    if streak is not None and longest is not None and longest.days == streak.days:
        longest = None
    places = rated_places(career)
    return Face(
        sum(summary.played for _, summary in known),
        sum(summary.won for _, summary in known),
        streak,
        longest,
        best_day(places),
        best_game(places),
        games_to_look_at(career, places),
    )


def _longest(runs: Sequence[DaysInARow]) -> DaysInARow | None:
    """The longest run, the first if several are equally long; None if no run has two days."""
    longest = max(runs, key=lambda run: run.days)
    return longest if longest.days > 1 else None
