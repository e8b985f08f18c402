"""Logs: their verdicts, and the accepted ones with their deals."""

import json

from rest_framework import serializers

from ...embargo.visibility import Viewpoint
from ...models import Attempt, Log
from ..fields import Choice, Flag, Moment, Options, Text, Whole
from .entries import EntrantResource
from .resource import Body, Resource
from .tables import StepResource


class Verdict:
    """A log as it is answered to."""

    __slots__ = ("log", "played")

    def __init__(self, log: Log) -> None:
        self.log = log
        self.played: Attempt | None = log.attempt

    @property
    def won(self) -> bool:
        return self.played is not None and self.played.won

    @property
    def finished(self) -> bool:
        return self.played is not None and self.played.finished

    @property
    def code(self) -> str | None:
        return self.log.code or None

    @property
    def error(self) -> str | None:
        return self.log.error if self.played is None else None


class LogResource(Resource):
    id = Text(source="log.pk")
    verdict = Choice([Log.ACCEPTED, Log.REJECTED], source="log.verdict")
    received_at = Moment(source="log.received_at")
    score = Whole(source="played.score", allow_null=True)
    won = Flag()
    finished = Flag()
    code = Text(required=False, help_text="Why it was rejected.")
    error = Text(required=False, help_text="The same in a sentence.")
    ply = Whole(source="log.ply", required=False, help_text="The move that does not stand.")


class Played(Verdict):
    """A log as a viewer sees it."""

    __slots__ = ("seen",)

    def __init__(self, log: Log, seen: Viewpoint) -> None:
        super().__init__(log)
        self.seen = seen

    @property
    def moves(self) -> list[str]:
        return json.loads(self.log.moves)

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.log.round)


class Recorded(Played):
    __slots__ = ("steps",)

    def __init__(self, log: Log, seen: Viewpoint, steps: list[Body]) -> None:
        super().__init__(log, seen)
        self.steps = steps


class SeenLogResource(LogResource):
    """A log with its deal; with the deal's seed only if the viewer may see it."""

    player = EntrantResource(source="log.entry")
    competition = Text(source="log.entry.competition_id")
    round = Whole(source="log.round.number")
    game = Text(source="log.round.deal.game_slug")
    rules = Options(source="log.round.deal.rules", child=Text())
    moves = serializers.ListField(child=Text())
    seed = Text(required=False, help_text="For those who may see it.")


class RecordingResource(SeenLogResource):
    """A log with what each of its moves changed."""

    steps = StepResource(many=True)


def played_json(log: Log, seen: Viewpoint) -> Body:
    return SeenLogResource.of(Played(log, seen))
