"""What players have behind them."""

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
    """How often each score, the best first."""
    daily: DailyStreak


class PlayerRating(TypedDict):
    rating: int
    deviation: int
    provisional: bool
    """Whether it is of fewer than ten rounds."""
    events: int


class PlayerProfile(TypedDict):
    """A player, and what they have played. Of a private profile others get `player` alone."""

    player: Player
    joined_at: NotRequired[str]
    games: NotRequired[dict[str, PlayedGame]]
    ratings: NotRequired[dict[str, PlayerRating]]
    complete: NotRequired[bool]
    """Whether all is counted, or only the newest of what is still open or known to some alone."""


class PastResult(TypedDict):
    """An attempt that counts, at one round of one competition."""

    competition: str
    name: str
    """What the competition is called."""
    round: int
    game: str
    score: int
    won: bool
    moves: int
    elapsed_ms: int | None
    rank: int | None
    """None where the caller may not know it, or where it is not certain yet."""
    field: int | None
    percentile: float | None
    """The share of the others that did not do better, from 0 to 100."""
    ended_at: str
    log: str | None
    """Its id, if the caller may see it."""


class OtherResult(TypedDict):
    score: int
    won: bool


class Encounter(TypedDict):
    """A round that two have played; the `outcome` is that of the first."""

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
    """How often each of two was better, and a page of the rounds that both have played."""

    wins: int
    losses: int
    ties: int
    complete: bool
    """Whether all is counted that both have played, or only what is among the newest results of one."""
    next: str | None
    previous: str | None
    results: list[Encounter]
