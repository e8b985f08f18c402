"""Entries, the attempts they make, and the logs they send."""

from typing import Final

from django.db import models
from django.db.models import Q

from .events import Competition, Round
from .ids import PublicIdField
from .players import Player


class Entry(models.Model):
    """A player in a competition."""

    id = PublicIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    joined_at = models.DateTimeField()
    played = models.BooleanField(default=False)
    """Whether it has a finished attempt: before, it stands in the standings without a rank."""
    gain = models.PositiveIntegerField(default=0)
    """How much better the entry stands than one that never played, over all rounds.

    Unlike the total, it does not move when another round opens, so that time
    never rewrites a row.
    """

    class Meta:
        ordering = ("-played", "-gain", "joined_at", "id")
        indexes = (
            models.Index(fields=("competition", "-played", "-gain", "joined_at", "id"), name="entry_place"),
        )
        constraints = (
            models.UniqueConstraint(fields=("competition", "player"), name="entry_once_a_player"),
            models.CheckConstraint(condition=Q(played=True) | Q(gain=0), name="entry_gains_by_playing"),
        )

    def __str__(self) -> str:
        return f"entry {self.id}"


class Attempt(models.Model):
    """One finished play of a round's deal by an entry."""

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attempts")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="attempts")
    number = models.PositiveIntegerField()
    """1 for the entry's first attempt at the round."""
    score = models.SmallIntegerField()
    won = models.BooleanField()
    finished = models.BooleanField()
    """Whether the game came to its end; else it was given up."""
    moves = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()
    counts = models.BooleanField()
    """Whether this is the attempt that stands for the entry in this round."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry", "round", "number"), name="attempt_number_once"),
            models.UniqueConstraint(
                fields=("entry", "round"), condition=Q(counts=True), name="attempt_counts_once_a_round"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="attempt_number_from_one"),
            models.CheckConstraint(condition=Q(won=False) | Q(finished=True), name="attempt_won_is_finished"),
        )

    def __str__(self) -> str:
        return f"attempt {self.id}"


class Log(models.Model):
    """Moves that a client sent for a round, and what the replay made of them.

    A rejected log is kept too; it has no attempt.
    """

    ACCEPTED: Final = "accepted"
    REJECTED: Final = "rejected"

    id = PublicIdField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="logs")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="logs")
    attempt = models.OneToOneField(
        Attempt, on_delete=models.CASCADE, related_name="log", null=True, blank=True
    )
    moves = models.TextField()
    """A JSON list of texts in ASCII: canonical if accepted, as they came if rejected.

    Text and not a JSON column, since what a client sends may hold characters
    that PostgreSQL's JSON refuses.
    """
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of `moves` in hex: the same log again is the same submission."""
    code = models.CharField(max_length=16, blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)
    error = models.CharField(max_length=400, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry", "round", "fingerprint"), name="log_once"),
            models.CheckConstraint(
                condition=Q(attempt=None) ^ Q(code=""), name="log_is_an_attempt_or_says_why_not"
            ),
        )

    def __str__(self) -> str:
        return f"log {self.id}"

    @property
    def verdict(self) -> str:
        return self.REJECTED if self.code else self.ACCEPTED
