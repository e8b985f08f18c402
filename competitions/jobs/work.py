"""Work in the background: due rows, and the job that works on these rows in slices of time.

All work in the background has this form. Rows of a table are due (`due_rows`). A job leases one row after
another for a slice of time, and asks for the next job if rows are left. If a job was lost, a watch asks for
another. `manage.py work` shows how far behind each work is.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import override
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from .due_rows import DueRows
from .watches import Watch, watch

LONGEST_JOB_S: Final = 2.0
"""The length of a slice of time, in seconds. A job stops at the end of its slice, and asks for the next job
if rows are left."""

LOOK_EVERY_S: Final = 120.0
"""The seconds between two checks for free rows without a job, such as rows whose pause after a failure is
over."""


@dataclass(frozen=True)
class Work:
    name: str
    rows: DueRows[Any]
    job: "Task[[], None]"
    look_every_s: float = LOOK_EVERY_S

    def ask(self) -> None:
        """Ask for a job after the transaction has committed. A job that ran before the commit would not see
        the new rows. If the database cannot be reached after the commit, the watch asks later."""
        transaction.on_commit(self.enqueue_if_due, robust=True)

    def enqueue_if_due(self) -> bool:
        """Enqueue a job if any row is free and no job is waiting for a worker. Return whether a job was
        enqueued."""
        if not self.rows.free(timezone.now()).exclude(Exists(self.waiting_jobs())).exists():
            return False
        self.job.enqueue()
        return True

    def waiting_jobs(self) -> "QuerySet[DBTaskResult[..., Any]]":
        """The jobs of this work that wait for a worker. While one waits, no other is enqueued."""
        return DBTaskResult.objects.filter(
            task_path=self.job.module_path, status=TaskResultStatus.READY
        ).order_by()

    def run(self, work_off: Callable[[float], bool]) -> None:
        """Do one slice of the work, and ask for the next job if work is left. `work_off` gets the end of the
        slice on the clock of `time.monotonic()`. It returns whether no work is left.

        Texts that a job makes are in the language of the site, unless the job chooses the language of a
        player.
        """
        with override(settings.LANGUAGE_CODE):
            if not work_off(time.monotonic() + LONGEST_JOB_S):
                self.enqueue_if_due()

    def watch(self) -> Watch:
        """Start a watch that enqueues a job if any row is free and no job is waiting for a worker."""
        return watch(self.name, self.look_every_s, self._enqueue)

    def _enqueue(self) -> None:
        self.enqueue_if_due()
