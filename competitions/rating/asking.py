"""The follower that notes the rounds of certified competitions, and the job that rates them."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..following.follower import EventRow, Follower
from ..jobs.watches import watch
from ..jobs.workers import RATINGS
from ..models import Act, Play, RatedRound
from .counting import note_certified

LONGEST_JOB_S: Final = 2.0
"""After that long the job ends, and asks for another."""

LOOK_EVERY_S: Final = 600.0
"""How often it is looked for rounds whose job has failed."""


def count_certified(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let the rounds of a competition be rated once it is certified."""
    if any(isinstance(row, Act) and row.act == "certify" for row in rows) and note_certified(competition_id):
        ask_for_job()


FOLLOWER: Final = Follower("ratings", count_certified, of=Q(play=Play.SEALED))


def watch_ratings() -> None:
    """Start to look for rounds that are due, as long as the process lives."""
    watch("ratings", LOOK_EVERY_S, ask_for_job)


def ask_for_job() -> None:
    """Enqueue a job if any round is due and none is waiting for its turn."""
    waiting = DBTaskResult.objects.filter(task_path=rate.module_path, status=TaskResultStatus.READY)
    if RatedRound.objects.filter(due=True).exists() and not waiting.exists():
        rate.enqueue()


@task(queue_name=RATINGS)
def rate() -> None:
    """Rate what is due at all games for a while."""
    # Here, because no start is to wait for the library of ratings.
    from .rating_rounds import rate_due

    if not rate_due(time.monotonic() + LONGEST_JOB_S):
        ask_for_job()
