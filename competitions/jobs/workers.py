"""The workers of this process: threads, each of which does one job after the other."""

import logging
import random
import threading
import time
from typing import Final

from django.db import connection
from django.utils.crypto import get_random_string
from django_tasks import TaskResultStatus
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from .recovery import at_work

logger = logging.getLogger(__name__)

WORKERS: Final = 4
"""How many jobs a process does at once: most of the time of most jobs goes by in waiting for others."""

USUAL: Final = "default"
SLOW: Final = "slow"
"""The queue of jobs that may wait for a stranger for seconds."""

WORKERS_OF_SLOW: Final = 2
"""How many of the workers do slow jobs, too. The others are there for the quick ones."""

LOOK_EVERY_S: Final = 1.0
"""How often an idle worker looks for a job, also while the database is away."""

SAY_EVERY_S: Final = 60.0
"""How often it says so."""


class Worker(db_worker.Worker):
    """The library's worker, in a thread of its own; while it is at a job, nobody else takes it.

    The library's `run` ends when no job is ready any more. A `quick` worker leaves slow jobs to others.
    """

    def __init__(self, *, quick: bool = False) -> None:
        super().__init__(
            queue_names=["*"],
            excluded_queue_names=[SLOW] if quick else [],
            interval=LOOK_EVERY_S,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
        )
        self.thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def run_task(self, db_task_result: DBTaskResult) -> None:
        with at_work(db_task_result.pk):
            super().run_task(db_task_result)

    def finds_a_job(self) -> bool:
        """Whether a job is ready for it. To ask costs less than to try to take one, and locks nothing."""
        ready = DBTaskResult.objects.filter(status=TaskResultStatus.READY)
        return ready.exclude(queue_name__in=self.excluded_queue_names).exists()

    def _work(self) -> None:
        said = -SAY_EVERY_S
        time.sleep(random.uniform(0, LOOK_EVERY_S))  # workers that start together look by turns
        while self.running:
            try:
                if self.finds_a_job():
                    self.run()
            except Exception:
                if time.monotonic() - said >= SAY_EVERY_S:
                    logger.exception("a worker could not look for jobs; trying again")
                    said = time.monotonic()
            finally:
                connection.close()
            time.sleep(LOOK_EVERY_S)

    def start(self) -> None:
        self.thread.start()

    def stop(self, patience_s: float) -> None:
        """Take no other job, and wait for the end of this one, but no longer than this."""
        self.running = False
        self.thread.join(patience_s)
