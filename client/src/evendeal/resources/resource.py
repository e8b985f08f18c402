"""What the resources have in common, and the words of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypedDict, TypeVar

from games import GAMES

T = TypeVar("T")

if TYPE_CHECKING:
    GameSlug = str
else:
    GameSlug = Literal[tuple(GAMES)]
Kind = Literal["contest", "challenge", "daily", "duel"]
State = Literal["draft", "scheduled", "running", "closed", "final", "cancelled"]
RoundState = Literal["scheduled", "open", "closed"]
BandKind = Literal["winnable", "hard", "par"]
DealState = Literal["fixed", "sought", "not_found"]
NoticeType = Literal[
    "opens",
    "closing",
    "certified",
    "overtaken",
    "duel",
    "decided",
    "rematch",
    "circle",
    "webhook",
    "act",
]
Access = Literal["public", "unlisted", "invite"]
Play = Literal["sealed", "open"]
Counts = Literal["best", "first"]
Others = Literal["closed", "finished"]
Ranking = Literal["total", "matchpoints", "points", "against_par"]
TieBreak = Literal["wins", "moves", "time", "earliest"]
Scores = Literal["live", "own", "final"]
"""When scores are shown: at once, after one's own game, or after the round."""
Names = Literal["own", "kept"]
"""What entrants are called: by their own names as they are now, or as they were when they joined."""
Profile = Literal["public", "private"]
Speed = Literal["usual", "fast", "at_once"]
Scope = Literal["play", "organise", "read"]
EventType = Literal["joined", "result", "state", "act"]


class Page(TypedDict, Generic[T]):
    next: str | None
    previous: str | None
    results: list[T]


class UnknownField(TypedDict):
    field: str
    message: str


class Warned(TypedDict, total=False):
    """The answer to a body. A client that ignores what the service does not know finds it here."""

    warnings: list[UnknownField]
