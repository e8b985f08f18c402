"""The columns of rows that wait for work in the background: `jobs/due_rows` leases and retries them."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.db import models

LONGEST_ERROR: Final = 200


class Leased(models.Model):
    """A row that one job at a time may work on."""

    ENDED: ClassVar[Mapping[str, object]] = {}
    """The columns to set once its work has ended or is given up; empty if it is retried for ever."""

    tries = models.PositiveSmallIntegerField(default=0)
    """How many jobs in a row have taken it and not come to an end."""
    free_at = models.DateTimeField(null=True, blank=True)
    """No job takes it before: one has leased it, or has just failed. Null: it is free."""
    error = models.CharField(max_length=LONGEST_ERROR, blank=True, default="")
    """How its last job failed; empty while a job is at work."""

    class Meta:
        abstract = True


class Due(Leased):
    """A row that is due until its work is done or given up."""

    ENDED: ClassVar[Mapping[str, object]] = {"due": False}

    due = models.BooleanField(default=True)
    """Whether there is work left to do, for the first time or again."""

    class Meta:
        abstract = True
