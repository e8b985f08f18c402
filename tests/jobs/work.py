"""Jobs that leave a trace, and doing all that are ready."""

import os
import time
from collections.abc import Iterator, Sequence
from itertools import compress
from pathlib import Path
from typing import Final
from unittest.mock import patch

from django.db import connection
from django_tasks import task

from competitions.background import WORKS
from competitions.followers import look_for_news
from competitions.jobs.work import Work
from competitions.jobs.workers import QUEUES, SOLVING, Worker, waiting

MOST: Final = 100
"""No test has to look so often until all is done."""


UNASKED: Final = tuple(queue for queue in QUEUES if queue != SOLVING)
"""The queues that tests work on without asking: a solver takes the time to start a process."""


def do_all_ready(*queues: str) -> None:
    """Do the jobs that are ready now, of these queues or of all but the solvers', in the transaction of the
    test. It never commits, so what is due gets its jobs here; news is not passed on."""
    queues = queues or UNASKED
    ask_for_jobs(queues)
    _do_asked(queues)


def _do_asked(queues: Sequence[str]) -> None:
    with patch("django_tasks_db.management.commands.db_worker.close_old_connections"):
        Worker(queues).run()


def ask_for_jobs(queues: Sequence[str] = UNASKED) -> int:
    """Enqueue a job for each work that is due; return for how many."""
    return sum(work.enqueue_if_due() for work in _works_with_rows() if work.job.queue_name in queues)


def _works_with_rows() -> Iterator[Work]:
    """Yield the works whose table has rows, whether due or not: one statement of plain SQL, as the tests ask
    some thousand times, and most tables are empty."""
    tables = [work.rows.rows.model._meta.db_table for work in WORKS]
    with connection.cursor() as cursor:
        asked = ", ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in tables)
        cursor.execute(f"SELECT {asked}")
        return compress(WORKS, cursor.fetchone())


def do_all_due() -> None:
    """Pass on all news, and do all work until none is left."""
    for _ in range(MOST):
        if not look_for_news() + ask_for_jobs() and not waiting(UNASKED):
            return
        _do_asked(UNASKED)
    raise AssertionError("there is always a job")


@task()
def nothing() -> None:
    pass


@task()
def fail() -> None:
    raise ValueError("a job that cannot be done")


@task()
def note(file: str, line: str) -> None:
    """Add a line to a file, in one write."""
    with Path(file).open("a") as notes:
        notes.write(f"{line}\n")


@task()
def linger(file: str, until: str) -> None:
    """Note which process is at it, and go on until a file is there."""
    note.func(file, f"{os.getpid()}")
    while not Path(until).exists():
        time.sleep(0.02)
    note.func(file, "done")


def ask() -> None:
    """What a test puts in its place is called while a job is done."""


@task()
def call_ask() -> None:
    ask()
