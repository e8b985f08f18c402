"""Standings, and how good a result is."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Page, TieBreak


class SoFar(TypedDict):
    """What was scored in how many of the rounds that have opened."""

    score: int
    rounds: int
    of: int


class Cell(TypedDict):
    """One round in a row of the standings."""

    score: int | None
    won: bool | None
    points: float | None
    moves: int | None
    elapsed_ms: int | None
    state: Literal["running", "finished"]
    attempt: str | None


class FeedRow(TypedDict):
    """A row of the standings as the live feed has it."""

    rank: int | None
    tied: bool
    entry: str
    player: Player
    disqualified: bool
    total: float | None
    """None while there is no round whose scores the viewer may know."""
    playing: bool
    """Whether the player has a game under way."""
    played: int
    """How many of the rounds in the total were played."""
    so_far: SoFar | None
    """While rounds are missing from the total."""
    newest: str | None
    """The attempt that brought the newest result."""
    among: int
    """How many entries are ranked with it."""


class Row(FeedRow):
    rounds: list[Cell | None]
    tie_break: list[int | str | None]
    decided_by: TieBreak | None
    """The last tie-break that parted the row from a neighbour."""


class Comparison(TypedDict):
    """A result beside the others' of its round, by the scores alone."""

    beaten: int
    others: int
    median: float
    best: int


class Standings(Page[Row]):
    version: int
    changed: bool
    """Whether they have changed since the first page was read."""
    total: int
    frozen: bool
    comparison: NotRequired[Comparison]
    """With `around="me"` and a round: how the caller's result compares, once it may be known."""
