"""The processes of the site. Each process reports from time to time that it is alive."""

from datetime import datetime, timedelta
from typing import Final

from django.db import models

from .ids import PublicIdField

LOST_AFTER: Final = timedelta(minutes=1)
"""After this time without a report, a process counts as ended."""


class ProcessQuerySet(models.QuerySet["Process"]):
    def living(self, now: datetime) -> "ProcessQuerySet":
        """The processes that reported recently. A report that is more than `LOST_AFTER` in the future was
        written before a clock was set back, and does not count."""
        return self.filter(seen_at__gt=now - LOST_AFTER, seen_at__lt=now + LOST_AFTER)


class Process(models.Model):
    """A process that serves requests, does jobs, or both."""

    id = PublicIdField()
    name = models.CharField(max_length=300)
    """The host and number of the process, shown to the operator."""
    queues = models.JSONField()
    """The queues whose jobs the process does."""
    looks = models.JSONField()
    """When each watch (a task that the process repeats by the clock) last ran without an error, by the name
    of the watch; null for a watch that has not done so yet."""
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    objects = ProcessQuerySet.as_manager()

    class Meta:
        ordering = ("started_at", "pk")
        indexes = (models.Index(fields=("seen_at",), name="process_seen"),)

    def __str__(self) -> str:
        return self.name
