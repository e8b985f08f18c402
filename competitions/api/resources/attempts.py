"""Attempts, and ghosts (closed rounds played again), as a viewer may see them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rest_framework import serializers

from ...embargo.visibility import Viewpoint
from ...models import Attempt, Entry, Ghost, Play, Player
from ...play.dealer import Snapshot, snapshot_of
from ...play.ghosts.ghost_dealer import GhostSnapshot
from ...play.ghosts.standings_then import place_of
from ...standings.standings import PlaceBeside
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .entries import EntrantResource
from .resource import ABSENT, Body, Resource
from .tables import ViewResource

STATES = ("running", "finished")


class InWords:
    """The base class of AttemptSeen and GhostSeen, whose moves are also given in words if the request asks
    for that."""

    steps: list[tuple[str, int]] | None = None
    """Each move in words, with the score after it. None if the request does not ask for words."""

    @property
    def words(self) -> list[str] | None:
        return None if self.steps is None else [words for words, _ in self.steps]

    @property
    def scores(self) -> list[int] | None:
        return None if self.steps is None else [score for _, score in self.steps]


@dataclass
class AttemptSeen(InWords):
    """An attempt with as much of its score, times, table and log as the viewer may know.

    If there is no `snapshot`, the game is replayed, but only for viewers who may see the game. The time
    that a replay takes would tell any other viewer how long the game is.
    """

    attempt: Attempt
    seen: Viewpoint
    snapshot: Snapshot | None = None

    @cached_property
    def shown(self) -> Attempt | None:
        """The attempt; None if the viewer may not know its score and times."""
        return self.attempt if self.seen.sees_attempt(self.attempt) else None

    @cached_property
    def played(self) -> Snapshot | None:
        """The game; None if the viewer may not see its moves."""
        if not self.seen.sees_played(self.attempt):
            return None
        return self.snapshot or snapshot_of(self.attempt)

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

    @property
    def who(self) -> Entry:
        return self.attempt.entry

    @property
    def set_aside(self) -> bool:
        return self.attempt.set_aside

    @property
    def play(self) -> str:
        return self.attempt.round.competition.play

    ghost = False
    place = ABSENT


class Unentered(NamedTuple):
    """Stands in for the entry when a ghost is shown, because a ghost's player may have no entry in the
    competition."""

    player: Player

    @property
    def name(self) -> str:
        return self.player.name


@dataclass
class GhostSeen(InWords):
    """A ghost, a closed round played again, as its player sees it. It has the attributes of AttemptSeen."""

    snapshot: GhostSnapshot
    seen: Viewpoint

    ghost = True
    set_aside = False
    log = None
    play = Play.SEALED.value
    seed = ABSENT
    """An answer about a ghost leaves out the seed, so that a player can play without knowing the seed. The
    answer about the closed round shows the seed."""

    @property
    def attempt(self) -> Ghost:
        return self.snapshot.attempt

    shown = attempt

    @property
    def played(self) -> GhostSnapshot:
        return self.snapshot

    @property
    def who(self) -> Entry | Unentered:
        return self.seen.plays_as or Unentered(self.attempt.player)

    @property
    def view(self) -> Any:
        return self.snapshot.view

    @property
    def moves(self) -> list[str]:
        return self.snapshot.moves

    @property
    def place(self) -> PlaceBeside | None:
        return place_of(self.attempt, self.seen)


@meaning("The place that a ghost would have had.")
class GhostPlaceResource(Resource):
    rank = Whole(help_text="The ghost's rank in the round, among the results of all others.")
    tied = Flag(help_text="Whether another result has this rank, too.")
    among = Whole(help_text="How many results there are, including the ghost's.")


@meaning("One play of a round's deal. Facts that the viewer may not know yet are null or left out.")
class AttemptResource(Resource):
    id = Text(source="attempt.pk", help_text="The id of the attempt.")
    competition = Text(source="attempt.round.competition_id", help_text="The id of the competition.")
    round = Whole(source="attempt.round.number", help_text="The number of the round.")
    player = EntrantResource(source="who", help_text="The player of the attempt.")
    play = Choice(
        Play.values,
        help_text="`sealed`: only the server knows the deal. `open`: entrants know the seed of the deal. "
        "Always `sealed` for a ghost.",
    )
    ghost = Flag(
        help_text="Whether this is a ghost: a closed round played again. A ghost counts for nothing, and "
        "nobody else sees it."
    )
    state = Choice(STATES, source="attempt.state", help_text="Whether the attempt still goes on.")
    set_aside = Flag(help_text="Whether an organiser decided that the game counts for nothing.")
    score = Whole(source="shown.score", allow_null=True, help_text="The score; null while the attempt runs.")
    won = Flag(source="shown.won", allow_null=True, help_text="Whether the game was won.")
    finished = Flag(
        source="shown.finished",
        allow_null=True,
        help_text="Whether the game came to its end; false if it was given up.",
    )
    started_at = Moment(source="shown.started_at", allow_null=True, help_text="When the attempt was started.")
    deadline = Moment(
        source="shown.deadline",
        allow_null=True,
        help_text="When the time limit or the close ends the attempt as given up; null if there is neither a "
        "time limit nor a planned close.",
    )
    ended_at = Moment(
        source="shown.ended_at", allow_null=True, help_text="When the attempt ended; null until then."
    )
    elapsed_ms = Whole(
        source="shown.elapsed_ms",
        allow_null=True,
        help_text="Milliseconds from the first view to the last move; null until the attempt has ended, and "
        "for a log that was sent whole.",
    )
    view = ViewResource(required=False, help_text="The current table, for viewers who may see the game.")
    moves = serializers.ListField(
        child=Text(), required=False, help_text="The moves so far, for viewers who may see the game."
    )
    log = Text(
        required=False,
        allow_null=True,
        help_text="The id of the log, for viewers who may see the game; null until the attempt has ended. "
        "Always null for a ghost, which has no log.",
    )
    seed = Text(required=False, help_text="The seed of the deal, for viewers who may see it.")
    words = serializers.ListField(
        child=Text(), required=False, help_text="Each of the moves in words, if they were asked for."
    )
    scores = serializers.ListField(
        child=Whole(), required=False, help_text="The score after each of the moves, if words were asked for."
    )
    place = GhostPlaceResource(
        required=False,
        allow_null=True,
        help_text="The place that a ghost would have had; null until the ghost has ended, and if the viewer "
        "may not know the results of the round. Left out for an attempt that is not a ghost.",
    )


@meaning("An attempt after a move.")
class TableResource(Resource):
    view = ViewResource(help_text="The current table.")
    state = Choice(STATES, source="attempt.state", help_text="Whether the attempt still goes on.")


def attempt_json(attempt: Attempt, seen: Viewpoint, snapshot: Snapshot) -> Body:
    return AttemptResource.of(AttemptSeen(attempt, seen, snapshot))
