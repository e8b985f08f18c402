"""Entries, the numbers of their places, their attempts, and the moves and logs of these."""

from datetime import UTC, datetime
from typing import Final

from django.db import models
from django.db.models import Q

from ..translatable import message_in, of_game, stored_reason
from .competitions import Competition, Round
from .deals import current_rules
from .ids import PublicIdField
from .moves import MovesField
from .players import Player
from .windows import is_over, over


class Entry(models.Model):
    """A player in a competition."""

    id = PublicIdField()
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", db_index=False)
    joined_at = models.DateTimeField()
    changed = models.PositiveBigIntegerField(default=0)
    """The value of the competition's counter `changes` at the last change of this entry's row of the
    standings. So a process can read only the entries that have changed since its last reading. In a large
    daily, this is the value at the entry's joining; see `entry_places.stays_stored`."""
    disqualified_at = models.DateTimeField(null=True, blank=True)
    """When the organiser or the site disqualified the entry; null if nobody did. The results of a
    disqualified entry do not count. The audit trail has the reason."""
    banned = models.BooleanField(db_default=False, default=False)
    """Whether the entry is disqualified only because its player is banned. Lifting the ban ends the
    disqualification."""
    called = models.CharField(max_length=24, blank=True)
    """The player's name in this competition. After a name was removed (`player_changes.take_names`), this is
    empty, and `look` and `shape` are null, until a job gives the entry the player's new name."""
    look = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    shape = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    """What `called` looks like: `shape` if case matters, `look` if case is ignored. These two columns find
    entries whose names look the same; see `people/looks`.
    """
    own_name = models.BooleanField(db_default=True)
    """Whether `called` follows the player's own name, with a number if another entry has a name that looks
    like it. If false, `called` was chosen for this competition by the player or an organiser."""
    rated = models.BooleanField(db_default=False)
    """Whether the entry's results count for ratings. This is decided when the entry is made."""
    event = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of this entry's `joined` event among the competition's events. `ledger` sets it when it
    stores the entry."""
    done = models.PositiveIntegerField(default=0)
    """The rounds in which the player has declared that they make no more attempts. Bit 0 stands for round 1,
    bit 1 for round 2, and so on."""
    granted = models.PositiveIntegerField(default=0, db_default=0)
    """The rounds in which an organiser has granted the player time or an attempt, or has changed whether a
    result counts. As in `done`, bit 0 stands for round 1."""
    place_key = models.BinaryField(null=True, blank=True, editable=False)
    """The key by which a large contest of one round sorts its entries; see `ledger/place_keys`. Null in other
    competitions.
    """

    class Meta:
        indexes = (
            # Lists sort entries with equal columns by the id. The first two indexes leave it out, because
            # hardly any two entries join at one moment.
            models.Index(fields=("competition", "joined_at"), name="entry_joined"),
            models.Index(fields=("competition", "place_key", "joined_at"), name="entry_place"),
            models.Index(fields=("competition", "changed"), name="entry_changed"),
            models.Index(
                fields=("competition",), condition=Q(disqualified_at__isnull=False), name="entry_disqualified"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("player", "competition"), name="entry_once_a_player"),
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
        """Return the player's entry in the competition, or None. The entry refers to these two objects, so
        they are not read again."""
        # `first()` would add an ORDER BY, but there is at most one such entry.
        entry = next(iter(cls.objects.filter(competition=competition, player=player)), None)
        if entry is not None:
            entry.competition, entry.player = competition, player
        return entry

    @property
    def name(self) -> str:
        """The player's name in this competition."""
        return self.called or self.player.name

    def is_done_with(self, round: Round) -> bool:
        """Whether the player has declared that they make no more attempts in the round."""
        return marks(self.done, round)

    def note_done_with(self, round: Round) -> None:
        self.done |= _bit(round)

    def note_grant(self, round: Round) -> None:
        self.granted |= _bit(round)

    def take_done_back(self, round: Round) -> None:
        self.done &= ~_bit(round)


def marks(bits: int, round: Round) -> bool:
    """Whether the round's bit is set in a value of `Entry.done` or `Entry.granted`."""
    return bool(bits & _bit(round))


def _bit(round: Round) -> int:
    return 1 << (round.number - 1)


class PlaceCount(models.Model):
    """A count of the entries of a competition: of those whose place keys begin with the same bytes, or of
    those that joined in the same stretch of four and a half minutes. The counts are kept in large contests of
    one round. Together they are a histogram of the entries, from which ranks, percentiles and pages are
    read."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="place_counts", db_index=False
    )
    key = models.BinaryField()
    """The beginning of `Entry.place_key`, or `place_keys.JOINED` followed by the time of joining."""
    entries = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("competition", "key"), name="place_count_once"),
            models.CheckConstraint(condition=Q(entries__gt=0), name="place_count_of_somebody"),
        )

    def __str__(self) -> str:
        return f"{self.entries} entries at {bytes(self.key).hex()}"


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def running(self) -> "AttemptQuerySet":
        return self.filter(ended_at=None)

    def played(self) -> "AttemptQuerySet":
        """The ended attempts with at least one move. An attempt in which the player only looked at the cards
        does not count as played."""
        return self.filter(ended_at__isnull=False, moves_made__gte=1)

    def used_up(self) -> "AttemptQuerySet":
        """The ended attempts that use up the player's number of attempts. Those in whose place an organiser
        granted a fresh attempt are left out."""
        return self.filter(ended_at__isnull=False, given_back=False)

    def counting(self) -> "AttemptQuerySet":
        """The attempts that count for their entry in the round, without those of disqualified entries."""
        return self.filter(counts=True, entry__disqualified_at=None)

    def overdue(self, now: datetime, *, since: datetime | None) -> "AttemptQuerySet":
        """The running attempts whose own time limit, round or competition has ended.

        With `since`, an end of a round or competition before `since` does not count. The query is a union of
        three queries, because each of them has an index, while no index serves an OR of their conditions.
        """
        running, earliest = self.running(), since or datetime.min.replace(tzinfo=UTC)
        round, competition = "round__closes_at", "round__competition__closes_at"
        return running.filter(over("times_out_at", now)).union(
            running.filter(over(round, now), **{f"{round}__gte": earliest}),
            running.filter(over(competition, now), **{f"{competition}__gte": earliest}),
        )

    def with_deal(self) -> "AttemptQuerySet":
        """Also read the entry, player, competition, round and deal of each attempt, by the same query."""
        return self.select_related("entry__player", "round__competition", "round__deal")


class Attempt(models.Model):
    """One game that an entry plays in a round. The attempt runs until it has a score."""

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attempts", db_index=False)
    """The player of the entry. It is stored here so that a player's games are found without a join."""
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="attempts", db_index=False)
    number = models.PositiveIntegerField()
    """The number of the attempt in its round: 1 for the entry's first attempt."""
    started_at = models.DateTimeField()
    times_out_at = models.DateTimeField(null=True, blank=True)
    """When the attempt reaches its time limit; null without a limit. See `deadline`."""
    takebacks = models.PositiveIntegerField(default=0)
    """How often the player took moves back. A cached position that was read with another number of takebacks
    is out of date."""
    ended_at = models.DateTimeField(null=True, blank=True)
    score = models.SmallIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)
    """Whether the game was played to its end. If false, an ended attempt was given up or timed out."""
    moves_made = models.PositiveSmallIntegerField(default=0)
    """The number of moves in the ended game; 0 while the attempt is running."""
    elapsed_ms = models.PositiveBigIntegerField(null=True, blank=True)
    """The milliseconds from the player's first view of the cards to the last move. Null while the attempt is
    running, and for an attempt that was submitted as a whole log."""
    counts = models.BooleanField(default=False)
    """Whether this attempt is the one that counts for the entry in the round."""
    set_aside = models.BooleanField(default=False, db_default=False)
    """Whether an organiser has decided that this attempt counts for nothing. It stays on record. A running
    attempt is set aside, and ends, only when the organiser grants a fresh attempt in its place."""
    given_back = models.BooleanField(default=False, db_default=False)
    """Whether an organiser has granted a fresh attempt in the place of this one."""
    event = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of the attempt's `result` event in its competition; null while the attempt is running."""

    objects = AttemptQuerySet.as_manager()

    class Meta:
        indexes = (
            # Lists sort attempts with equal columns by the id. The first two indexes leave it out, because
            # hardly any two games of a player end at one moment.
            models.Index(fields=("player", "ended_at"), name="attempt_of_player"),
            models.Index(
                fields=("player", "ended_at"), condition=Q(counts=True), name="attempt_counts_of_player"
            ),
            models.Index(fields=("round", "score"), condition=Q(counts=True), name="attempt_place"),
            models.Index(fields=("times_out_at",), condition=Q(ended_at=None), name="attempt_running"),
            models.Index(fields=("round",), condition=Q(ended_at=None), name="attempt_running_in_round"),
            models.Index(fields=("entry", "round"), condition=Q(set_aside=True), name="attempt_set_aside"),
            # Only ended attempts are indexed. Otherwise SQLite would use this index where another index finds
            # a single row.
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
            models.CheckConstraint(
                condition=Q(set_aside=False) | Q(counts=False), name="attempt_set_aside_counts_no_more"
            ),
            models.CheckConstraint(
                condition=Q(given_back=False) | Q(set_aside=True), name="attempt_given_back_is_set_aside"
            ),
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
        """Read the attempt with this id, its entry, player, competition, round and deal. Raises
        DoesNotExist."""
        return cls.objects.with_deal().get(pk=attempt_id)

    @classmethod
    def running_of(cls, entry: Entry, round: Round) -> "Attempt | None":
        """Return the entry's running attempt in the round, or None. The attempt refers to these two objects,
        so they are not read again."""
        # `first()` would add an ORDER BY, but an entry has at most one running attempt in a round.
        attempt = next(iter(cls.objects.running().filter(entry=entry, round=round)), None)
        if attempt is not None:
            attempt.entry, attempt.round = entry, round
        return attempt

    @property
    def state(self) -> str:
        return "running" if self.ended_at is None else "finished"

    @property
    def deadline(self) -> datetime | None:
        """When the server ends the attempt: at its time limit or at the end of the round, whichever is
        earlier. None if there is neither."""
        ends = (self.times_out_at, self.round.closing)
        return min((end for end in ends if end is not None), default=None)

    def is_overdue(self, now: datetime) -> bool:
        return self.ended_at is None and is_over(self.deadline, now)


class Move(models.Model):
    """A move of a running attempt. When the attempt ends, its moves are stored in its log instead.

    If the rules refuse one of the moves at that time, the rows stay, so that the cause can be found.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="moves", db_index=False)
    ply = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=32)
    """The move in canonical spelling."""
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("ply",)
        constraints = (models.UniqueConstraint(fields=("attempt", "ply"), name="move_once_a_ply"),)

    def __str__(self) -> str:
        # The move is left out because this text may get into a log file while the deal is being played.
        return f"move {self.ply} of {self.attempt_id}"


class LogQuerySet(models.QuerySet["Log"]):
    def with_deal(self) -> "LogQuerySet":
        """Also read the attempt, player, competition, round and deal of each log, by the same query."""
        return self.select_related("attempt", "entry__player", "round__competition", "round__deal")

    def counting(self) -> "LogQuerySet":
        """The logs of attempts that count, without those of disqualified entries."""
        return self.filter(attempt__counts=True, entry__disqualified_at=None)


class Log(models.Model):
    """The moves of an ended attempt, or of a submission that was rejected and so has no attempt.

    No index has all accepted logs of an entry, or the logs of a round in order. Both are read through their
    attempts.
    """

    ACCEPTED: Final = "accepted"
    REJECTED: Final = "rejected"

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="logs", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="logs")
    attempt = models.OneToOneField(
        Attempt, on_delete=models.CASCADE, related_name="log", null=True, blank=True
    )
    moves = MovesField()
    """The canonical moves of an accepted log, or a shortened list of a rejected log."""
    fingerprint = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    """The SHA-256 hash in hex of all submitted moves, by which a repeated submission is found. The hash is
    unique for an entry and round. Games that were played on the server may have equal moves, so their
    fingerprint is null."""
    code = models.CharField(max_length=16, blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)
    reason = models.JSONField(null=True, blank=True)
    """Why the game rejects the log, as `message_json` gives it; null for an accepted log."""
    received_at = models.DateTimeField()
    rules_version = models.PositiveSmallIntegerField(default=current_rules, db_default=1)
    """The version of the rules by which the log was judged."""

    objects = LogQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("entry", "round", "received_at"), condition=~Q(code=""), name="log_rejected"
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "round", "fingerprint"),
                condition=Q(fingerprint__isnull=False),
                name="log_once",
            ),
            models.CheckConstraint(
                condition=Q(attempt=None) ^ Q(code=""), name="log_is_an_attempt_or_says_why_not"
            ),
        )

    def __str__(self) -> str:
        return f"log {self.id}"

    @classmethod
    def read(cls, log_id: str) -> "Log":
        """Read the log with this id, and all that is needed to show it. Raises DoesNotExist."""
        log = cls.objects.with_deal().get(pk=log_id)
        if log.attempt is not None:
            log.attempt.round = log.round
        return log

    @property
    def error(self) -> str:
        """Why the log was rejected, in the language of the reader; empty for an accepted log."""
        reason = self.reason
        return "" if reason is None else stored_reason(lambda: of_game(message_in(reason)))

    @property
    def verdict(self) -> str:
        return self.REJECTED if self.code else self.ACCEPTED
