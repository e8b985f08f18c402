"""Logs: verdicts on logs that were sent, and logs with their deals."""

from rest_framework import serializers

from ...embargo.visibility import Viewpoint
from ...models import Attempt, Log
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Options, Text, Whole
from .entries import EntrantResource
from .resource import Body, Resource
from .tables import StepResource


class Verdict:
    """The log that a player sent, and the attempt that it became if it was accepted."""

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


@meaning("The verdict on a log. A rejected log uses up no attempt.")
class LogResource(Resource):
    id = Text(source="log.pk", help_text="The id of the log.")
    verdict = Choice(
        [Log.ACCEPTED, Log.REJECTED], source="log.verdict", help_text="Whether the moves keep to the rules."
    )
    received_at = Moment(source="log.received_at", help_text="When the log was received.")
    score = Whole(
        source="played.score", allow_null=True, help_text="The score; null if the log was rejected."
    )
    won = Flag(help_text="Whether the game was won; false for a rejected log.")
    finished = Flag(
        help_text="Whether the game came to its end; false if it was given up, and for a rejected log."
    )
    code = Text(required=False, help_text="Why the log was rejected: a code that never changes.")
    error = Text(required=False, help_text="Why the log was rejected, in a sentence.")
    ply = Whole(
        source="log.ply", required=False, help_text="The number of moves before the first wrong move."
    )


class ViewedLog(Verdict):
    """A log with its moves and deal, as a viewer may see it."""

    __slots__ = ("seen",)

    def __init__(self, log: Log, seen: Viewpoint) -> None:
        super().__init__(log)
        self.seen = seen

    @property
    def moves(self) -> list[str]:
        return self.log.moves

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.log.round)


class Recorded(ViewedLog):
    __slots__ = ("steps",)

    def __init__(self, log: Log, seen: Viewpoint, steps: list[Body]) -> None:
        super().__init__(log, seen)
        self.steps = steps


@meaning("A log with its deal; with the deal's seed only if the viewer may see it.")
class SeenLogResource(LogResource):
    player = EntrantResource(source="log.entry", help_text="The player of the game.")
    competition = Text(source="log.entry.competition_id", help_text="The id of the competition.")
    round = Whole(source="log.round.number", help_text="The number of the round.")
    game = Text(source="log.round.deal.game_slug", help_text="The slug of the game.")
    rules = Options(source="log.round.deal.rules", child=Text(), help_text="Every option of the game.")
    moves = serializers.ListField(child=Text(), help_text="The moves, in order.")
    seed = Text(required=False, help_text="The seed of the deal, for viewers who may see it.")


@meaning("A log with the changes that each move made.")
class RecordingResource(SeenLogResource):
    steps = StepResource(many=True, help_text="The opening, and then each move.")


def played_json(log: Log, seen: Viewpoint) -> Body:
    return SeenLogResource.of(ViewedLog(log, seen))
