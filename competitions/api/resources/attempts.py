"""Attempts, as a viewer sees them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rest_framework import serializers

from ...embargo.visibility import Viewpoint
from ...models import Attempt, Play
from ...playing.dealer import Snapshot, snapshot_of
from ..describing import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .entries import EntrantResource
from .resource import ABSENT, Body, Resource
from .tables import ViewResource

STATES = ("running", "finished")


@dataclass
class AttemptSeen:
    """An attempt: its state, and its score, times, table and log as far as `seen` may know them.

    Without a `snapshot`, the game is played through only for viewers who may see it:
    otherwise the time of an answer would tell others how long the game is.
    """

    attempt: Attempt
    seen: Viewpoint
    snapshot: Snapshot | None = None
    steps: list[tuple[str, int]] | None = None
    """Each move in words, and the score after it."""

    @cached_property
    def shown(self) -> Attempt | None:
        """The attempt itself, if the viewer may know its score and times; else None."""
        return self.attempt if self.seen.sees_attempt(self.attempt) else None

    @cached_property
    def played(self) -> Snapshot | None:
        """Its game, if the viewer may see its moves; else None."""
        if not self.seen.sees_played(self.attempt):
            return None
        return self.snapshot or snapshot_of(self.attempt)

    @property
    def won(self) -> bool:
        return self.shown is not None and self.attempt.won

    @property
    def finished(self) -> bool:
        return self.shown is not None and self.attempt.finished

    @property
    def view(self) -> Any:
        return ABSENT if self.played is None else self.played.view

    @property
    def moves(self) -> Any:
        return ABSENT if self.played is None else self.played.moves

    @property
    def log(self) -> Any:
        if self.played is None:
            return ABSENT
        return None if self.attempt.ended_at is None else self.attempt.log.pk

    @property
    def words(self) -> list[str] | None:
        return None if self.steps is None else [words for words, _ in self.steps]

    @property
    def scores(self) -> list[int] | None:
        return None if self.steps is None else [score for _, score in self.steps]

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.attempt.round)


@meaning("One play of a round's deal. What the viewer may not know yet is null, or left out.")
class AttemptResource(Resource):
    id = Text(source="attempt.pk", help_text="Its id.")
    competition = Text(source="attempt.entry.competition_id", help_text="The id of its competition.")
    round = Whole(source="attempt.round.number", help_text="The number of its round.")
    player = EntrantResource(source="attempt.entry", help_text="Who plays it.")
    play = Choice(
        Play.values,
        source="attempt.round.competition.play",
        help_text="`sealed`: the server alone knows the deal; `open`: entrants know its seed.",
    )
    state = Choice(STATES, source="attempt.state", help_text="Whether it still goes on.")
    score = Whole(source="shown.score", allow_null=True, help_text="What it counts; null while it is played.")
    won = Flag(help_text="Whether the game was won.")
    finished = Flag(help_text="Whether its game came to its end; if not, it was given up.")
    started_at = Moment(source="shown.started_at", allow_null=True, help_text="When it was started.")
    deadline = Moment(
        source="shown.deadline",
        allow_null=True,
        help_text="When it is ended as given up, by its time limit or the close; null without either.",
    )
    ended_at = Moment(source="shown.ended_at", allow_null=True, help_text="When it ended; null until then.")
    elapsed_ms = Whole(
        source="shown.elapsed_ms",
        allow_null=True,
        help_text="Milliseconds from the first view to the last move; null until it has ended.",
    )
    view = ViewResource(required=False, help_text="The table as it stands, for those who may see the game.")
    moves = serializers.ListField(
        child=Text(), required=False, help_text="Its moves so far, for those who may see the game."
    )
    log = Text(
        required=False,
        allow_null=True,
        help_text="The id of its log once it has ended, null until then; for those who may see the game.",
    )
    seed = Text(required=False, help_text="The seed of the deal, for those who may see it.")
    words = serializers.ListField(
        child=Text(), required=False, help_text="Each of the moves in words, if they were asked for."
    )
    scores = serializers.ListField(
        child=Whole(), required=False, help_text="The score after each of the moves, if words were asked for."
    )


@meaning("An attempt after a move.")
class TableResource(Resource):
    view = ViewResource(help_text="The table as it stands now.")
    state = Choice(STATES, source="attempt.state", help_text="Whether the attempt still goes on.")


def attempt_json(attempt: Attempt, seen: Viewpoint, snapshot: Snapshot | None = None) -> Body:
    return AttemptResource.of(AttemptSeen(attempt, seen, snapshot))
