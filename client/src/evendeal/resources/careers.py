"""Players' results."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from evendeal.resources.players import Player


class DailyStreak(TypedDict):
    streak: int
    longest: int
    played: int


class PlayedGame(TypedDict):
    """A player's results at one game, as far as the caller may know them."""

    played: int
    won: int
    best: int
    median: float
    scores: dict[str, int]
    """The number of results with each score, the best score first."""
    daily: DailyStreak


class PlayerRating(TypedDict):
    rating: int
    deviation: int
    provisional: bool
    """Whether the rating comes from fewer than ten rounds."""
    events: int


class PlayerProfile(TypedDict):
    """A player and the games they have played. Others get only `player` of a private profile."""

    player: Player
    joined_at: NotRequired[str]
    games: NotRequired[dict[str, PlayedGame]]
    ratings: NotRequired[dict[str, PlayerRating]]
    complete: NotRequired[bool]
    """Whether the numbers cover all results. False if only the newest results are included."""


class PastResult(TypedDict):
    """An attempt that counts, at one round of one competition."""

    competition: str
    name: str
    """The name of the competition."""
    round: int
    game: str
    score: int
    won: bool
    moves: int
    elapsed_ms: int | None
    rank: int | None
    """None if the caller may not know it, or if it may still change."""
    field: int | None
    percentile: float | None
    """The share of the other results that are not better, from 0 to 100."""
    ended_at: str
    log: str | None
    """The log's id, if the caller may see the log."""


class OtherResult(TypedDict):
    score: int
    won: bool


class Encounter(TypedDict):
    """A round that both players played. `score`, `won` and `outcome` are those of the first player."""

    competition: str
    name: str
    round: int
    game: str
    score: int
    won: bool
    other: OtherResult
    outcome: Literal["win", "loss", "tie"]
    ended_at: str


class Versus(TypedDict):
    """How often each of two players was better, and a page of the rounds that both played."""

    wins: int
    losses: int
    ties: int
    complete: bool
    """Whether all common rounds are counted, or only those among one player's newest results."""
    next: str | None
    previous: str | None
    results: list[Encounter]
