"""The columns of rows that wait for work in the background. `jobs/due_rows` leases such rows and retries
failed work."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.db import models

LONGEST_ERROR: Final = 200


class Leased(models.Model):
    """A row that one job at a time may work on."""

    ENDED: ClassVar[Mapping[str, object]] = {}
    """The columns to set, each with its value, when the work on a row is done or given up. Empty for work
    that is retried for ever."""

    tries = models.PositiveSmallIntegerField(default=0)
    """How many jobs have leased this row since work on it last went well."""
    free_at = models.DateTimeField(null=True, blank=True)
    """The time until which no other job may lease the row: the end of a lease or of a pause. Null if there is
    no such time.
    """
    error = models.CharField(max_length=LONGEST_ERROR, blank=True, default="")
    """The error of the last job that failed at this row; empty while a job is at work."""

    class Meta:
        abstract = True


class Due(Leased):
    """A row that is due until its work is done or given up."""

    ENDED: ClassVar[Mapping[str, object]] = {"due": False}

    due = models.BooleanField(default=True)
    """Whether the row has work left to do, for the first time or again."""

    class Meta:
        abstract = True
