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
    """How many rounds the rating comes from."""


class LeaderboardPage(Page[LeaderboardRow]):
    changed: bool
    """Whether a rating has changed since the first page was read."""


class RatingChange(TypedDict):
    """What one round did to a rating."""

    at: str
    rating: int
    """After the round."""
    deviation: int
    change: int
    competition: str | None
    """None if it is neither public nor one that the caller is in or organises; so are the fields below
    then."""
    round: int | None
    rank: int | None
    field: int | None
