"""Ratings by game."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Page


class LeaderboardRow(TypedDict):
    """A row of a leaderboard."""

    rank: int
    player: Player
    rating: int
    deviation: int
    events: int
    """The number of rounds behind the rating."""


class LeaderboardPage(Page[LeaderboardRow]):
    changed: bool
    """Whether a rating has changed since the first page was read."""


class RatingChange(TypedDict):
    """The change of a rating by one round."""

    at: str
    rating: int
    """The rating after the round."""
    deviation: int
    change: int
    competition: str | None
    """The competition, if it is public or if the caller has entered or organises it. Otherwise this field and
    those below are None."""
    round: int | None
    rank: int | None
    field: int | None
