"""Attempts, as a viewer sees them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rest_framework import serializers

from ...embargo.visibility import Viewpoint
from ...models import Attempt, Play
from ...playing.dealer import Snapshot, snapshot_of
from ..fields import Choice, Flag, Moment, Text, Whole
from .entries import EntrantResource
from .resource import ABSENT, Body, Resource
from .tables import HintedResource, ViewResource

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
    words: list[str] | None = None

    @cached_property
    def shown(self) -> Attempt | None:
        """The attempt itself for who may know its score and times."""
        return self.attempt if self.seen.sees_attempt(self.attempt) else None

    @cached_property
    def played(self) -> Snapshot | None:
        """Its game for who may see its moves."""
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
    def seed(self) -> str | None:
        return self.seen.seed(self.attempt.round)


class AttemptResource(Resource):
    id = Text(source="attempt.pk")
    competition = Text(source="attempt.entry.competition_id")
    round = Whole(source="attempt.round.number")
    player = EntrantResource(source="attempt.entry")
    play = Choice(Play.values, source="attempt.entry.competition.play")
    state = Choice(STATES, source="attempt.state")
    score = Whole(source="shown.score", allow_null=True)
    won = Flag()
    finished = Flag(help_text="Whether its game came to its end; if not, it was given up.")
    started_at = Moment(source="shown.started_at", allow_null=True)
    deadline = Moment(source="shown.deadline", allow_null=True)
    ended_at = Moment(source="shown.ended_at", allow_null=True)
    elapsed_ms = Whole(source="shown.elapsed_ms", allow_null=True)
    view = ViewResource(required=False, help_text="For those who may see the game, as are the next ones.")
    moves = serializers.ListField(child=Text(), required=False)
    log = Text(required=False, allow_null=True, help_text="Its id, once the attempt has ended.")
    seed = Text(required=False, help_text="For those who may see it.")
    words = serializers.ListField(
        child=Text(), required=False, help_text="Each of the moves in words, if they were asked for."
    )


class TableResource(Resource):
    """An attempt after a move."""

    view = ViewResource()
    state = Choice(STATES, source="attempt.state")


class Hinted(NamedTuple):
    ply: int
    hint: dict[str, str] | None


class HintResource(Resource):
    ply = Whole()
    hint = HintedResource(allow_null=True, help_text="null once the game is over.")


def attempt_json(attempt: Attempt, seen: Viewpoint, snapshot: Snapshot | None = None) -> Body:
    return AttemptResource.of(AttemptSeen(attempt, seen, snapshot))
