"""Backlogs: rows that are due, and the job that works them off, one for all of them at a time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from .watches import Lookout, watch

LONGEST_JOB_S: Final = 2.0
"""After that long the job ends, and asks for another."""

PAUSE: Final = timedelta(seconds=2)
"""How long a job waits that lets another backlog go before."""

LOOK_EVERY_S: Final = 600.0
"""How often it is looked for rows whose job has failed."""

LATE: Final = timedelta(minutes=1)
"""After that long without a step a row's own job has failed, or is nowhere any more."""

AT_A_TIME: Final = 100
"""For how many late rows a new job is asked for in one look."""


@dataclass(frozen=True)
class Backlog:
    """The rows that are due, and the job at them; the name is that of its watch."""

    name: str
    due: "QuerySet[Any]"
    job: "Task[[], None]"
    comes_after: "Backlog | None" = None
    """The backlog that goes before: this one waits while that has a job."""

    def ask(self) -> None:
        """Ask for the job once the transaction has committed.

        Before that, a job that waits now could run and end without having seen the new rows. If the database
        is away by then, the watch asks later.
        """
        transaction.on_commit(self.enqueue_if_due, robust=True)

    def enqueue_if_due(self) -> None:
        """Enqueue the job if any row is due and no job is waiting for its turn."""
        jobs = DBTaskResult.objects.filter(task_path=self.job.module_path)
        waiting = jobs.filter(status=TaskResultStatus.READY)
        if self.due.exists() and not waiting.exists():
            self.job.enqueue()

    def has_job(self) -> bool:
        """Whether its job waits for its turn, or is at work."""
        return open_jobs().filter(task_path=self.job.module_path).exists()

    def work_off(self, some: Callable[[float], bool]) -> None:
        """Do `some` of the work, until it is done or until a moment of the steady clock; if it says that
        more is left, enqueue another job."""
        if self.comes_after is not None and self.comes_after.has_job():
            self.job.using(run_after=timezone.now() + PAUSE).enqueue()
        elif not some(time.monotonic() + LONGEST_JOB_S):
            self.enqueue_if_due()

    def watch(self) -> Lookout:
        """Start to look for rows that are due, as long as the process lives."""
        return watch(self.name, LOOK_EVERY_S, self.enqueue_if_due)


def open_jobs() -> "QuerySet[DBTaskResult[..., Any]]":
    """The jobs that are still to be done, or are just being done; none that has failed."""
    return DBTaskResult.objects.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING))


def ask_for_late(rows: "QuerySet[Any]", ask: Callable[[Any], object], now: datetime) -> int:
    """Ask for another job for each of the rows that has not moved for a while, and give for how many.

    A row says in `moved_at` when its own job last took a step. Processes that look at the same moment ask
    once.
    """
    asked = 0
    late = Q(moved_at__lte=now - LATE) | Q(moved_at__gt=now + LATE)  # or the clock was set back
    for row in rows.filter(late).order_by("moved_at")[:AT_A_TIME]:
        with transaction.atomic():
            if rows.filter(pk=row.pk, moved_at=row.moved_at).update(moved_at=now):
                ask(row)
                asked += 1
    return asked
