"""The workers of this process: threads, each of which does the jobs of one queue, one after the other.

A queue has workers of its own, so that its jobs wait for no others: what may take long has another queue.
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
from .watches import Lookout, watch

logger = logging.getLogger(__name__)

USUAL: Final = "default"
SLOW: Final = "slow"
"""The queue of jobs that may wait for a stranger for seconds."""

RATINGS: Final = "ratings"
"""The queue of what is worked out from results: ratings, and what players have behind them. It takes seconds
where many rounds are rated again."""

SOLVING: Final = "solving"
"""The queue of jobs that wait for a solver, which thinks for seconds in a process of its own."""

FIRST: Final = 50
"""The priority of jobs that come before the others of their queue."""

QUEUES: Final = (USUAL, SLOW, RATINGS, SOLVING)

LOOK_EVERY_S: Final = 6.0
"""How often it is looked for jobs that other processes have asked for. Of its own a process hears at once."""


class Bell:
    """Wakes the workers of a queue, one at a time: a worker that has found a job wakes the next."""

    def __init__(self) -> None:
        self._rung: Queue[None] = Queue(1)

    def ring(self) -> None:
        with suppress(Full):  # nobody has heard it yet
            self._rung.put_nowait(None)

    def wait(self) -> None:
        self._rung.get()


_here: Final = threading.local()


def told_to_stop() -> bool:
    """Whether the worker that does the job of this thread is to stop: a job that only waits can end early."""
    worker: Worker | None = getattr(_here, "worker", None)
    return worker is not None and not worker.running


class ToldToStop(Exception):
    """What a job waits for is not waited for any more, as its worker is to stop."""


class Worker(db_worker.Worker):
    """The library's worker, in a thread of its own; while it is at a job, nobody else takes it.

    The library's `run` ends when no job of its queues is ready any more.
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
        self.bell.ring()  # another job may be ready
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
        self.bell.ring()  # the others are to end, too


class Workers:
    """Some workers for each of these queues."""

    def __init__(self, queues: Sequence[str], of_each: int) -> None:
        self.bells = {queue: Bell() for queue in queues}
        self.workers = [Worker([queue], bell) for queue, bell in self.bells.items() for _ in range(of_each)]

    def start(self) -> Lookout:
        """Start them, and the watch for jobs."""
        for worker in self.workers:
            worker.thread.start()
        task_enqueued.connect(self.hear)
        return watch("jobs", LOOK_EVERY_S, self.look)

    def look(self) -> None:
        """Wake workers of the queues that have a job. To ask costs less than to try to take one, and locks
        nothing."""
        self._ring(waiting(self.bells))

    def hear(self, task_result: Any, **_: object) -> None:
        """Wake a worker for a job that this process asks for, as soon as that is committed."""
        transaction.on_commit(partial(self._ring, [task_result.task.queue_name]))

    def _ring(self, queues: Collection[str]) -> None:
        for queue in queues:
            if queue in self.bells:
                self.bells[queue].ring()

    def stop(self, patience_s: float) -> None:
        """Take no other job, and wait for the end of those at work, but no longer than this in all."""
        end = time.monotonic() + patience_s
        for worker in self.workers:
            worker.running = False
        self._ring(self.bells)
        for worker in self.workers:
            worker.thread.join(max(0.0, end - time.monotonic()))


def waiting(queues: Collection[str]) -> set[str]:
    """Those of the queues that have a job which is ready."""
    ready = DBTaskResult.objects.ready().filter(queue_name__in=queues)
    return set(ready.order_by().values_list("queue_name", flat=True).distinct())
