"""How far the followers have come, who are given what happens in each competition, in order."""

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q

from .competitions import Competition

LONGEST_NAME: Final = 32
LONGEST_ERROR: Final = 200


class FollowerState(models.Model):
    """A follower, by its name."""

    name = models.CharField(max_length=LONGEST_NAME, primary_key=True)
    skips = models.BooleanField(default=False)
    """Whether it begins behind all that has happened in a competition in which it has no cursor yet. So it is
    while one that begins now is given its cursors."""
    enrolled_at = models.DateTimeField(null=True, blank=True)
    """When it had cursors in all competitions that were there before it."""
    job = models.UUIDField(null=True, blank=True)
    """The job that works for it, from when it is asked for until it is done. There is only one at a time."""
    run = models.UUIDField(null=True, blank=True)
    """The run of that job that may move the cursors. A worker that was taken for dead may not, if it comes
    back."""

    def __str__(self) -> str:
        return self.name


class FollowerCursorQuerySet(models.QuerySet["FollowerCursor"]):
    def behind(self) -> "FollowerCursorQuerySet":
        return self.filter(taken__lt=F("until"))

    def due(self, now: datetime, longest_pause: timedelta) -> "FollowerCursorQuerySet":
        """Those with something to take now. A next try that lies further ahead than any pause was written
        before a clock was set back."""
        may = Q(next_try_at=None) | Q(next_try_at__lte=now) | Q(next_try_at__gt=now + longest_pause)
        return self.behind().filter(may)


class FollowerCursor(models.Model):
    """How far a follower has come in a competition."""

    follower = models.ForeignKey(
        FollowerState, on_delete=models.CASCADE, related_name="cursors", db_index=False
    )
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+", db_index=False)
    taken = models.PositiveBigIntegerField()
    """The number of the last event that it has taken."""
    until = models.PositiveBigIntegerField()
    """The number of the last event that it is known to have to take."""
    failures = models.PositiveSmallIntegerField(default=0)
    """How often in a row it has failed at the next event."""
    next_try_at = models.DateTimeField(null=True, blank=True)
    """When it tries that event again; null if it has not failed at it."""
    error = models.CharField(max_length=LONGEST_ERROR, blank=True)
    """How it failed the last time."""

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
    """An event that was set aside, because a follower failed at it too often."""

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
