"""Standings, and comparisons of results."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Page, TieBreak


class SoFar(TypedDict):
    """The points so far, and in how many of the opened rounds they were made."""

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
    granted: bool
    """Whether an organiser has granted the player a fresh attempt or more time in this round, or has changed
    whether a result counts."""
    set_aside: bool
    """Whether the result was set aside, and no other result has taken its place."""
    seen_before: bool
    """Whether the player had seen the deal before an organiser granted the fresh attempt."""


class FeedRow(TypedDict):
    """A row of the standings in the live feed."""

    rank: int | None
    tied: bool
    entry: str
    player: Player
    disqualified: bool
    total: float | None
    """None until there is a round whose scores the viewer may know."""
    playing: bool
    """Whether the player is in a game now."""
    played: int
    """The number of played rounds in the total."""
    so_far: SoFar | None
    """None unless the total lacks rounds."""
    newest: str | None
    """The id of the entry's attempt with the newest result; None without a result."""
    among: int
    """The number of ranked entries, this one included."""


class Row(FeedRow):
    rounds: list[Cell | None]
    tie_break: list[int | str | None]
    decided_by: TieBreak | None
    """The last tie-break that separated the row from a neighbour."""


class Comparison(TypedDict):
    """A result compared with the others of its round, by scores alone."""

    beaten: int
    others: int
    median: float
    best: int


class Standings(Page[Row]):
    version: int
    changed: bool
    """Whether the standings have changed since the first page was read."""
    total: int
    frozen: bool
    comparison: NotRequired[Comparison]
    """Only with `around="me"` and a round: how the caller's result compares, if it may be known."""
