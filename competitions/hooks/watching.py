"""Watching for webhooks that have something to send, and asking for a job for each.

Play does not know of webhooks: it never waits for one, and no message to this watch
can be lost. What there is to send follows from what is stored.
"""

import logging
import threading
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_tasks import TaskContext, TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..models import Hook
from .delivering import deliver_due
from .turns import LANES, Lane, next_in

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0

FREE_EVERY: Final = 30
"""One look in so many frees webhooks whose job is gone."""


@task(takes_context=True)
def deliver(context: TaskContext, hook_id: str) -> None:
    """Deliver what is due to a webhook; then it is the turn of others."""
    deliver_due(hook_id, job=UUID(context.task_result.id))
    ask_for_jobs(timezone.now())


def ask_for_jobs(now: datetime) -> int:
    """Enqueue a job for each webhook that is due and has its turn, and give for how many. Several processes
    enqueue each once, and do not wait for each other."""
    if not Hook.objects.due(now).exists():
        return 0
    return sum(_ask_for_jobs_in(lane, now) for lane in LANES)


def _ask_for_jobs_in(lane: Lane, now: datetime) -> int:
    if not (due := next_in(lane, now)):
        return 0
    with transaction.atomic():
        free = Hook.objects.filter(pk__in=due, job=None).order_by("pk")
        hooks = list(free.select_for_update(skip_locked=True))
        for hook in hooks:
            hook.job = UUID(deliver.using(queue_name=lane.queue).enqueue(hook.pk).id)
            hook.turn_at = now
            hook.save(update_fields=["job", "turn_at"])
    return len(hooks)


def free_those_without_a_job() -> int:
    """Let webhooks be due again whose job has failed, or is nowhere any more."""
    open_statuses = (TaskResultStatus.READY, TaskResultStatus.RUNNING)
    at_work = DBTaskResult.objects.filter(pk=OuterRef("job"), status__in=open_statuses)
    return Hook.objects.exclude(job=None).exclude(Exists(at_work)).update(job=None)


def watch_hooks() -> None:
    """Start this process's watch; it lasts as long as the process."""
    threading.Thread(target=_watch, name="webhooks", daemon=True).start()


def _watch() -> None:
    pause, failing, looks = threading.Event(), False, 0
    while True:
        try:
            if looks % FREE_EVERY == 0:
                free_those_without_a_job()
            ask_for_jobs(timezone.now())
            looks, failing = looks + 1, False
        except Exception:
            if not failing:  # log once, not every second while the database is away
                logger.exception("could not look for what webhooks are due; trying again")
            failing = True
        finally:
            connection.close()
        pause.wait(LOOK_EVERY_S)
