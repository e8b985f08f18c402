"""Entries, the attempts they make, and the logs they send."""

import json
from datetime import UTC, datetime
from typing import Final

from django.db import models
from django.db.models import Q

from .competitions import Competition, Round
from .deals import current_rules
from .ids import PublicIdField
from .players import Player
from .windows import is_over, over


class Entry(models.Model):
    """A player in a competition."""

    id = PublicIdField()
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    changed = models.PositiveBigIntegerField(default=0)
    """The competition's `changes` when last anything changed that the standings show of this entry."""
    disqualified_at = models.DateTimeField(null=True, blank=True)
    """Since when it is disqualified, by the organiser or the site: it counts for nobody. The audit trail says
    why."""
    banned = models.BooleanField(db_default=False, default=False)
    """Whether it is disqualified because its player is banned from the site; with the ban that ends, too."""
    called = models.CharField(max_length=24, blank=True)
    """What the player is called in this competition. It is empty, and its looks are null, where the release
    before this one made the entry and it was not named since: then it is their own name."""
    look = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    shape = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    """The two looks of `called`, as those of a player's name."""
    own_name = models.BooleanField(db_default=True)
    """Whether `called` is the player's own name, with a number where another entry looks like it, and follows
    it. If not, they or an organiser gave it for this competition."""
    rated = models.BooleanField(db_default=False)
    """Whether its results count for ratings: so it was when it was made, whatever is changed later."""
    event = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of its joining among the competition's events."""
    done = models.PositiveIntegerField(default=0)
    """The rounds at which it has declared that it makes no more attempts: bit 0 for round 1, and so on."""

    class Meta:
        indexes = (
            models.Index(fields=("competition", "joined_at", "id"), name="entry_joined"),
            models.Index(fields=("competition", "changed"), name="entry_changed"),
            models.Index(fields=("joined_at",), condition=Q(look=None), name="entry_without_a_look"),
            models.Index(
                fields=("competition",), condition=Q(disqualified_at__isnull=False), name="entry_disqualified"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("competition", "player"), name="entry_once_a_player"),
            models.UniqueConstraint(fields=("competition", "event"), name="entry_numbered_once"),
            models.UniqueConstraint(
                fields=("competition", "look"), condition=Q(look__isnull=False), name="entry_look_once"
            ),
            models.UniqueConstraint(
                fields=("competition", "shape"), condition=Q(shape__isnull=False), name="entry_shape_once"
            ),
        )

    def __str__(self) -> str:
        return f"entry {self.id}"

    @classmethod
    def of(cls, competition: Competition, player: Player) -> "Entry | None":
        """The player's entry in the competition, with these two; None if they have not joined."""
        entry = next(iter(cls.objects.filter(competition=competition, player=player)), None)  # one at most
        if entry is not None:
            entry.competition, entry.player = competition, player
        return entry

    @property
    def name(self) -> str:
        """What the player is called in this competition."""
        return self.called or self.player.name

    def is_done_with(self, round: Round) -> bool:
        """Whether it has declared that it makes no more attempts at the round."""
        return marks(self.done, round)

    def note_done_with(self, round: Round) -> None:
        self.done |= _bit(round)


def marks(done: int, round: Round) -> bool:
    """Whether the value of an entry's `done` has the round's bit."""
    return bool(done & _bit(round))


def _bit(round: Round) -> int:
    return 1 << (round.number - 1)


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def running(self) -> "AttemptQuerySet":
        return self.filter(ended_at=None)

    def played(self) -> "AttemptQuerySet":
        """Those that their players or the close have ended, with at least one move made: who has only looked
        at the cards has not played."""
        return self.filter(ended_at__isnull=False, moves_made__gte=1)

    def counting(self) -> "AttemptQuerySet":
        """Those that count, but for the disqualified."""
        return self.filter(counts=True, entry__disqualified_at=None)

    def overdue(self, now: datetime, *, since: datetime | None) -> "AttemptQuerySet":
        """Running attempts whose own time or whose round's window is over.

        With `since`, windows that were over by then are left out. The query is a
        union, because each of its parts has an index and the whole has none.
        """
        running, earliest = self.running(), since or datetime.min.replace(tzinfo=UTC)
        round, competition = "round__closes_at", "round__competition__closes_at"
        return running.filter(over("times_out_at", now)).union(
            running.filter(over(round, now), **{f"{round}__gte": earliest}),
            running.filter(over(competition, now), **{f"{competition}__gte": earliest}),
        )

    def with_deal(self) -> "AttemptQuerySet":
        """With everything that is needed to play on, read in the same query."""
        return self.select_related("entry__player", "round__competition", "round__deal")


class Attempt(models.Model):
    """One play of a round's deal by an entry: running until it has a score."""

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attempts", db_index=False)
    """The entry's player, so that all their games are found without their entries."""
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="attempts", db_index=False)
    number = models.PositiveIntegerField()
    """1 for the entry's first attempt at the round."""
    started_at = models.DateTimeField()
    times_out_at = models.DateTimeField(null=True, blank=True)
    """When its own time limit is over; null if it has none. See `deadline`."""
    takebacks = models.PositiveIntegerField(default=0)
    """How often moves were taken back; a position remembered with another number is out of date."""
    ended_at = models.DateTimeField(null=True, blank=True)
    score = models.SmallIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)
    """Whether the game came to its end; if not, it was given up."""
    moves_made = models.PositiveSmallIntegerField(default=0)
    """The number of moves of the ended game."""
    elapsed_ms = models.PositiveBigIntegerField(null=True, blank=True)
    """From the first view to the last move; null for a log that was sent whole."""
    counts = models.BooleanField(default=False)
    """Whether this is the attempt that stands for the entry in this round."""
    event = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of its end among the competition's events; null while it is running."""

    objects = AttemptQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("player", "ended_at", "id"), name="attempt_of_player"),
            models.Index(
                fields=("player", "ended_at", "id"), condition=Q(counts=True), name="attempt_counts_of_player"
            ),
            models.Index(fields=("round", "score"), condition=Q(counts=True), name="attempt_place"),
            models.Index(fields=("times_out_at",), condition=Q(ended_at=None), name="attempt_running"),
            models.Index(fields=("round",), condition=Q(ended_at=None), name="attempt_running_in_round"),
            # Of ended ones alone: otherwise SQLite takes it where another index has just one row.
            models.Index(
                fields=("entry", "round", "event"), condition=Q(event__isnull=False), name="attempt_in_order"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("entry", "round", "number"), name="attempt_number_once"),
            models.UniqueConstraint(fields=("round", "event"), name="attempt_numbered_once"),
            models.UniqueConstraint(
                fields=("entry", "round"), condition=Q(ended_at=None), name="attempt_running_once_a_round"
            ),
            models.UniqueConstraint(
                fields=("entry", "round"), condition=Q(counts=True), name="attempt_counts_once_a_round"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="attempt_number_from_one"),
            models.CheckConstraint(condition=Q(won=False) | Q(finished=True), name="attempt_won_is_finished"),
            models.CheckConstraint(
                condition=Q(ended_at=None, score=None, finished=False, counts=False)
                | Q(ended_at__isnull=False, score__isnull=False),
                name="attempt_ends_with_a_score",
            ),
        )

    def __str__(self) -> str:
        return f"attempt {self.id}"

    @classmethod
    def read(cls, attempt_id: str) -> "Attempt":
        """The one with this id, `with_deal`; raises DoesNotExist."""
        return cls.objects.with_deal().get(pk=attempt_id)

    @classmethod
    def running_of(cls, entry: Entry, round: Round) -> "Attempt | None":
        """The entry's running attempt at the round, with these two; None if there is none."""
        attempt = next(iter(cls.objects.running().filter(entry=entry, round=round)), None)  # one at most
        if attempt is not None:
            attempt.entry, attempt.round = entry, round
        return attempt

    @property
    def state(self) -> str:
        return "running" if self.ended_at is None else "finished"

    @property
    def deadline(self) -> datetime | None:
        """When the server will end it: at its time limit or the round's end, whichever comes first."""
        ends = (self.times_out_at, self.round.closing)
        return min((end for end in ends if end is not None), default=None)

    def is_overdue(self, now: datetime) -> bool:
        return self.ended_at is None and is_over(self.deadline, now)


class Move(models.Model):
    """One stored move of a running attempt; the moves of an ended one are its log.

    If the rules refuse one of them, they stay stored after the end, so that the cause can be found.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=32)
    """In its canonical spelling."""
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("ply",)
        constraints = (models.UniqueConstraint(fields=("attempt", "ply"), name="move_once_a_ply"),)

    def __str__(self) -> str:
        # Never the text: while a deal is being played, nobody else may read it, in log files either.
        return f"move {self.ply} of {self.attempt_id}"


class LogQuerySet(models.QuerySet["Log"]):
    def with_deal(self) -> "LogQuerySet":
        """With everything that is needed to show it, read in the same query."""
        return self.select_related("attempt", "entry__player", "round__competition", "round__deal")

    def counting(self) -> "LogQuerySet":
        """Those of attempts that count, but for the disqualified."""
        return self.filter(attempt__counts=True, entry__disqualified_at=None)


class Log(models.Model):
    """The moves of an ended attempt, or those of a rejected log, which has no attempt."""

    ACCEPTED: Final = "accepted"
    REJECTED: Final = "rejected"

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="logs")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="logs", db_index=False)
    attempt = models.OneToOneField(
        Attempt, on_delete=models.CASCADE, related_name="log", null=True, blank=True
    )
    moves = models.TextField()
    """A JSON list of texts in ASCII: canonical if accepted, cut to what is of use if rejected.

    It is a text and not a JSON column, since a client may send characters that
    PostgreSQL's JSON refuses.
    """
    fingerprint = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    """SHA-256 of all moves in hex: the same log again is the same submission.

    Null for a game played on the server, which may repeat another game's moves.
    """
    code = models.CharField(max_length=16, blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)
    error = models.CharField(max_length=400, blank=True)
    received_at = models.DateTimeField()
    rules_version = models.PositiveSmallIntegerField(default=current_rules, db_default=1)
    """The version of the rules by which it was judged."""

    objects = LogQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("entry", "round", "received_at"), condition=~Q(code=""), name="log_rejected"
            ),
            models.Index(
                fields=("round", "received_at", "id"), condition=Q(attempt__isnull=False), name="log_in_order"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("entry", "round", "fingerprint"), name="log_once"),
            models.CheckConstraint(
                condition=Q(attempt=None) ^ Q(code=""), name="log_is_an_attempt_or_says_why_not"
            ),
        )

    def __str__(self) -> str:
        return f"log {self.id}"

    @classmethod
    def read(cls, log_id: str) -> "Log":
        """The one with this id, `with_deal`; raises DoesNotExist."""
        log = cls.objects.with_deal().get(pk=log_id)
        if log.attempt is not None:
            log.attempt.round = log.round
        return log

    @property
    def move_list(self) -> list[str]:
        moves: list[str] = json.loads(self.moves)
        return moves

    @property
    def verdict(self) -> str:
        return self.REJECTED if self.code else self.ACCEPTED
