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

from ..models.prepared import Question
from .recovery import at_work

logger = logging.getLogger(__name__)

WORKERS: Final = 4
"""How many jobs a process does at once: most of the time of most jobs goes by in waiting for others."""

LOOK_EVERY_S: Final = 1.0
"""How often an idle worker looks for a job."""

RETRY_S: Final = 5.0
"""How long a worker waits while the database is away."""

SAY_EVERY_S: Final = 60.0
"""How often it says so."""


ANYTHING_READY: Final = Question(lambda: (DBTaskResult.objects.filter(status=TaskResultStatus.READY),))
"""To ask costs much less than to try to take a job, and locks nothing."""


class Worker(db_worker.Worker):
    """The library's worker, in a thread of its own; while it is at a job, nobody else takes it.

    The library's `run` ends when no job is ready any more.
    """

    def __init__(self) -> None:
        super().__init__(
            queue_names=["*"],
            excluded_queue_names=[],
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

    def _work(self) -> None:
        said = -SAY_EVERY_S
        pause = random.uniform(0, LOOK_EVERY_S)  # workers that start together look by turns
        while self.running:
            time.sleep(pause)
            pause = LOOK_EVERY_S
            try:
                if any(ANYTHING_READY.ask()):
                    self.run()
            except Exception:
                if time.monotonic() - said >= SAY_EVERY_S:
                    logger.exception("a worker could not look for jobs; trying again")
                    said = time.monotonic()
                pause = RETRY_S
            finally:
                connection.close()

    def start(self) -> None:
        self.thread.start()

    def stop(self, patience_s: float) -> None:
        """Take no other job, and wait for the end of this one, but no longer than this."""
        self.running = False
        self.thread.join(patience_s)
