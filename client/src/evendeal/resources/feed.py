"""The messages of a live feed."""

from __future__ import annotations

from typing import Literal, TypedDict

from evendeal.resources.events import StateOfRound
from evendeal.resources.resource import State
from evendeal.resources.standings import FeedRow


class StandingsMessage(TypedDict):
    """The first rows of the standings, sent at the start and after changes."""

    type: Literal["standings"]
    version: int
    total: int
    """The number of entries."""
    frozen: bool
    results: list[FeedRow]


class WindowOfRound(StateOfRound):
    opens_at: str | None
    closes_at: str | None


class StateMessage(TypedDict):
    """The states and times of the competition and its rounds: sent at the start, and when one of them has
    changed."""

    type: Literal["state"]
    state: State
    opens_at: str | None
    closes_at: str | None
    freeze_at: str | None
    rounds: list[WindowOfRound]
    now: str


class PresenceMessage(TypedDict):
    type: Literal["presence"]
    watching: int


FeedMessage = StandingsMessage | StateMessage | PresenceMessage
