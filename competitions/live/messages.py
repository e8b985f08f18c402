"""The messages of the live feed: each is rendered once, and everyone gets the same text."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder

from ..models import Competition
from ..scoring.standings import Sheet


class States(NamedTuple):
    """What the time and the organiser change: the competition's state, and each round's, by its number."""

    competition: str
    rounds: tuple[tuple[int, str], ...]


class Message:
    """One message, rendered when it is made. `version` is that of the standings; None for others."""

    def __init__(self, body: Mapping[str, Any], *, version: int | None = None) -> None:
        self.kind: str = body["type"]
        self.version = version
        self.text = json.dumps(body, separators=(",", ":"), cls=DjangoJSONEncoder)

    @cached_property
    def event(self) -> bytes:
        """The text as a server-sent event: one object for all streams. Only standings have an `id`."""
        position = "" if self.version is None else f"id: {self.version}\n"
        return f"{position}data: {self.text}\n\n".encode()


def standings_message(sheet: Sheet) -> Message:
    body = {
        "type": "standings",
        "version": sheet.version,
        "total": sheet.total,
        "frozen": sheet.frozen,
        "results": list(sheet.results),
    }
    return Message(body, version=sheet.version)


def states_of(competition: Competition, now: datetime) -> States:
    rounds = ((round.number, round.state(now)) for round in competition.rounds.all())
    return States(competition.state(now), tuple(rounds))


def state_message(states: States, now: datetime) -> Message:
    rounds = [{"number": number, "state": state} for number, state in states.rounds]
    return Message({"type": "state", "state": states.competition, "rounds": rounds, "now": now})


def presence_message(watching: int) -> Message:
    return Message({"type": "presence", "watching": watching})
