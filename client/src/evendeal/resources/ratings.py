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
    """None unless the competition is public, or the caller is in it or organises it; the fields below are
    None too then."""
    round: int | None
    rank: int | None
    field: int | None
