"""The types that many resources share: pages, warnings, and fields whose values are fixed words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypedDict, TypeVar

from games import GAMES

T = TypeVar("T")

if TYPE_CHECKING:
    from evendeal.resources.game_slugs import GameSlug as GameSlug
else:
    GameSlug = Literal[tuple(GAMES)]
Kind = Literal["contest", "challenge", "daily", "duel", "series"]
Every = Literal["week", "month"]
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
"""When players see the scores of others in a round: at once (`live`), once they have finished the round
themselves (`own`), or once it is closed (`final`)."""
Names = Literal["own", "kept"]
"""Under which names entrants are shown: under their current ones (`own`), or those with which they joined
(`kept`)."""
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
    """The answer to a request with a body. `warnings` names the fields that the service does not know."""

    warnings: list[UnknownField]
