"""Followers, which are functions that handle the events of competitions, and how far each has read."""

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q

from .competitions import Competition
from .leases import LONGEST_ERROR, Leased

LONGEST_NAME: Final = 32


class FollowerState(Leased):
    """The state of a follower, found by its name. A job leases the row while it works for the follower."""

    name = models.CharField(max_length=LONGEST_NAME, primary_key=True)
    skips = models.BooleanField(default=False)
    """Whether a new cursor of the follower skips the events that the competition already has. True for a
    follower that wants only new events, until `enrolled_at` is set."""
    enrolled_at = models.DateTimeField(null=True, blank=True)
    """When a job had given the follower a cursor in every competition that is older than the follower; null
    until then."""

    def __str__(self) -> str:
        return self.name


class FollowerCursorQuerySet(models.QuerySet["FollowerCursor"]):
    def behind(self) -> "FollowerCursorQuerySet":
        return self.filter(taken__lt=F("until"))

    def due(self, now: datetime, longest_pause: timedelta) -> "FollowerCursorQuerySet":
        """The cursors with events to handle now. A `free_at` that is more than `longest_pause` in the future
        was written before the clock was set back, so its cursor is due, too."""
        may = Q(free_at=None) | Q(free_at__lte=now) | Q(free_at__gt=now + longest_pause)
        return self.behind().filter(may)


class FollowerCursor(Leased):
    """How far a follower has read a competition's ledger. `tries` counts how often the follower failed at the
    event after `taken`. `free_at` is when it tries that event again."""

    follower = models.ForeignKey(
        FollowerState, on_delete=models.CASCADE, related_name="cursors", db_index=False
    )
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+", db_index=False)
    taken = models.PositiveBigIntegerField()
    """The number of the last event that the follower has handled."""
    until = models.PositiveBigIntegerField()
    """The number of the last event that was passed on to the follower. The events after `taken`, up to this
    one, are to be handled."""

    objects = FollowerCursorQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("follower",), condition=Q(taken__lt=F("until")), name="cursor_behind"),
        )
        constraints = (
            models.UniqueConstraint(fields=("competition", "follower"), name="cursor_once_a_follower"),
            models.CheckConstraint(condition=Q(taken__lte=F("until")), name="cursor_not_ahead"),
        )

    def __str__(self) -> str:
        return f"{self.follower_id} in {self.competition_id}"


class FollowerFailure(models.Model):
    """An event that a follower skipped because handling it failed too often."""

    follower = models.ForeignKey(
        FollowerState, on_delete=models.CASCADE, related_name="failures", db_index=False
    )
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+")
    event = models.PositiveBigIntegerField()
    error = models.CharField(max_length=LONGEST_ERROR)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("follower", "competition", "event"), name="failure_once_an_event"
            ),
        )

    def __str__(self) -> str:
        return f"event {self.event} of {self.competition_id} for {self.follower_id}"
