"""The messages of the live feed. Each message is rendered once, and all watchers get the same text."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from ..models import Competition
from ..standings.standings import Sheet
from ..times import moment


class RoundWindow(NamedTuple):
    """A round's number and state, and its window: the time in which it may be played. The window lies within
    the window of the competition."""

    number: int
    state: str
    opens_at: datetime
    closes_at: datetime | None


class Timetable(NamedTuple):
    """The states and windows of the competition and its rounds. The clock or an organiser may change them.

    The fields have the names that a `GET` of the competition uses.
    """

    state: str
    opens_at: datetime | None
    closes_at: datetime | None
    freeze_at: datetime | None
    rounds: tuple[RoundWindow, ...]


class FeedMessage:
    """A message of the feed. It is rendered as JSON when it is made. `version` is the version of the
    standings; None for other messages."""

    def __init__(self, body: Mapping[str, Any], *, version: int | None = None, text: str = "") -> None:
        """`text` is the whole message as JSON, if it was rendered already."""
        self.topic: str = body["type"]
        self.version = version
        self.text = text or _json(body)

    @cached_property
    def event(self) -> bytes:
        """The message in bytes, as a server-sent event. It is made once for all streams. Only standings have
        an `id`."""
        position = "" if self.version is None else f"id: {self.version}\n"
        return f"{position}data: {self.text}\n\n".encode()


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), default=moment)


STANDINGS: Final = {"type": "standings"}


def standings_text(sheet: Sheet) -> str:
    """The text of a message with standings."""
    return _json(
        {
            **STANDINGS,
            "version": sheet.version,
            "total": sheet.total,
            "frozen": sheet.frozen,
            "results": list(sheet.results),
        }
    )


def timetable_of(competition: Competition, now: datetime) -> Timetable:
    rounds = (
        RoundWindow(round.number, round.state(now), round.opening, round.closing)
        for round in competition.rounds_in_order
    )
    return Timetable(
        competition.state(now),
        competition.opens_at,
        competition.closes_at,
        competition.freeze_at,
        tuple(rounds),
    )


def state_message(timetable: Timetable, now: datetime) -> FeedMessage:
    rounds = [round._asdict() for round in timetable.rounds]
    return FeedMessage({"type": "state", **timetable._asdict(), "rounds": rounds, "now": now})


def presence_message(watching: int) -> FeedMessage:
    return FeedMessage({"type": "presence", "watching": watching})
