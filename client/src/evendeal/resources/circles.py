"""Circles and their boards."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Warned


class Circle(Warned):
    """A small group that plays the dailies together, as a member sees it."""

    id: str
    name: str
    owner: Player
    members: int
    url: str
    """The link to the circle, with the invite code."""
    invite: str
    player: Player
    """The caller, under their name in the circle."""
    joined_at: str


class CircleDay(TypedDict):
    points: float
    score: int | None
    """The score of the day; None on a board of all games."""


class CircleRow(TypedDict):
    """A member's week, as far as the caller may know it."""

    rank: int | None
    tied: bool
    player: Player
    points: float
    played: int
    days: list[CircleDay | None]
    """The days from Monday to Sunday; None for a day without a result that the caller may know."""


class CircleBoard(TypedDict):
    week: str
    days: list[str]
    results: list[CircleRow]
