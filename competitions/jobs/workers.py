"""The workers of this process: threads, each of which does the jobs of one queue, one after another.

Each queue has its own workers, so quick jobs do not wait for slow ones.
"""

import logging
import secrets
import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from queue import Full, Queue
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django_tasks.signals import task_enqueued
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from ..outages import close_connection
from ..postgresql.time_limits import wait_like_a_job
from .other_releases import leaves_to_others
from .recovery import at_work
from .watches import Watch, watch

logger = logging.getLogger(__name__)

USUAL: Final = "default"
SLOW: Final = "slow"
"""The queue of jobs that may wait seconds for a slow server outside of this site."""

RATINGS: Final = "ratings"
"""The queue of jobs that work through results, for the ratings and for the history. Such a job takes seconds
if many rounds are rated again."""

SOLVING: Final = "solving"
"""The queue of jobs that wait for a solver, which computes for seconds in another process."""

FIRST: Final = 50
"""The priority of jobs that go before the other jobs of their queue."""

QUEUES: Final = (USUAL, SLOW, RATINGS, SOLVING)

LOOK_EVERY_S: Final = 6.0
"""The seconds between two checks for jobs that other processes enqueued. Jobs of this process start at
once."""


class Bell:
    """Wakes the workers of a queue one at a time. A worker that takes a job wakes the next worker."""

    def __init__(self) -> None:
        self._rung: Queue[None] = Queue(1)

    def ring(self) -> None:
        with suppress(Full):  # A ring is waiting already, so a second one would change nothing.
            self._rung.put_nowait(None)

    def wait(self) -> None:
        self._rung.get()


_here: Final = threading.local()


def told_to_stop() -> bool:
    """Whether the worker of this thread must stop. If so, a job that only waits should end early. False in a
    thread without a worker."""
    worker: Worker | None = getattr(_here, "worker", None)
    return worker is not None and not worker.running


class ToldToStop(Exception):
    """Raised to end a job early, because its worker must stop."""


class Worker(db_worker.Worker):
    """A worker of django-tasks-db, in a thread of its own. While a worker does a job, its process renews the
    start time of the job, so that the job is not taken for lost.

    The inherited `run` does jobs until no job of the worker's queues is ready.
    """

    def __init__(self, queues: Sequence[str] = QUEUES, bell: Bell | None = None) -> None:
        super().__init__(
            queue_names=list(queues),
            excluded_queue_names=[],
            interval=0,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=secrets.token_hex(16),
        )
        self.bell = bell or Bell()
        self.thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def run_task(self, db_task_result: "DBTaskResult[..., Any]") -> None:
        self.bell.ring()  # Another job may be ready for the next worker.
        _here.worker = self
        with at_work(db_task_result.pk):
            if not leaves_to_others(db_task_result, timezone.now()):
                super().run_task(db_task_result)

    def _work(self) -> None:
        wait_like_a_job()
        while self.running:
            self.bell.wait()
            try:
                if self.running:
                    self.run()
            except Exception:
                logger.exception("a worker could not take a job; trying again")
            finally:
                close_connection()
        self.bell.ring()  # Wake the next worker of this queue, which must end, too.


class Workers:
    """The workers of this process. Each queue has `of_each` workers."""

    def __init__(self, queues: Sequence[str], of_each: int) -> None:
        self.bells = {queue: Bell() for queue in queues}
        self.workers = [Worker([queue], bell) for queue, bell in self.bells.items() for _ in range(of_each)]

    def start(self) -> Watch:
        """Start the workers, and the watch for jobs."""
        for worker in self.workers:
            worker.thread.start()
        task_enqueued.connect(self.hear)
        return watch("jobs", LOOK_EVERY_S, self.look)

    def look(self) -> None:
        """Wake one worker of each queue that has a ready job. The query for these queues costs less than
        trying to take a job, and locks nothing."""
        self._ring(waiting(self.bells))

    def hear(self, task_result: Any, **_: object) -> None:
        """When this process has enqueued a job and the transaction has committed, wake a worker."""
        transaction.on_commit(partial(self._ring, [task_result.task.queue_name]))

    def _ring(self, queues: Collection[str]) -> None:
        for queue in queues:
            if queue in self.bells:
                self.bells[queue].ring()

    def stop(self, patience_s: float) -> None:
        """Take no more jobs, and wait for the running ones, at most `patience_s` in all."""
        end = time.monotonic() + patience_s
        for worker in self.workers:
            worker.running = False
        self._ring(self.bells)
        for worker in self.workers:
            worker.thread.join(max(0.0, end - time.monotonic()))


def waiting(queues: Collection[str]) -> set[str]:
    """Return which of the given queues have a ready job."""
    ready = DBTaskResult.objects.ready().filter(queue_name__in=queues)
    return set(ready.order_by().values_list("queue_name", flat=True).distinct())
