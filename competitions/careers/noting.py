"""The follower that notes rounds to be filed, and the job that files their results."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..embargo.visibility import viewpoint
from ..following.follower import EventRow, Follower
from ..jobs.watches import watch
from ..jobs.workers import RATINGS
from ..models import Act, Competition, FiledRound, StateChange
from .filing import file_due

LONGEST_JOB_S: Final = 2.0
"""After that long the job ends, and asks for another."""

LOOK_EVERY_S: Final = 600.0
"""How often it is looked for rounds whose job has failed."""


def note_filed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let the results of rounds be filed once nothing of them is hidden, and again after an act, by which
    others may count."""
    acted = any(isinstance(row, Act) for row in rows)
    if not acted and not any(isinstance(row, StateChange) for row in rows):
        return
    competition = Competition.objects.get(pk=competition_id)
    seen = viewpoint(competition, None, now)
    rounds = [round for round in competition.rounds_in_order if seen.may_be_filed(round)]
    with transaction.atomic():
        if acted:
            noted = FiledRound.objects.filter(round__competition=competition)
            noted.update(due=True, version=F("version") + 1)
        FiledRound.objects.bulk_create([FiledRound(round=round) for round in rounds], ignore_conflicts=True)
    ask_to_file()


FOLLOWER: Final = Follower("careers", note_filed)


def watch_filing() -> None:
    """Start to look for rounds that are due, as long as the process lives."""
    watch("careers", LOOK_EVERY_S, ask_to_file)


def ask_to_file() -> None:
    """Enqueue a job if any round is due and none is waiting for its turn."""
    waiting = DBTaskResult.objects.filter(task_path=file_results.module_path, status=TaskResultStatus.READY)
    if FiledRound.objects.filter(due=True).exists() and not waiting.exists():
        file_results.enqueue()


@task(queue_name=RATINGS)
def file_results() -> None:
    """File the results of what is due for a while."""
    if not file_due(time.monotonic() + LONGEST_JOB_S):
        ask_to_file()
