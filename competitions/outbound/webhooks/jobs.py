"""Asking for a job for each webhook that has something to send, and has its turn.

Play does not know of webhooks, and never waits for one. A follower lets them be due (`waking`); what there
is to send follows from what is stored.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_tasks import TaskContext, task

from ...jobs.backlogs import open_jobs
from ...jobs.watches import Lookout, watch
from ...models import Hook
from .delivery import deliver_due
from .turns import LANES, Lane, next_in

LOOK_EVERY_S: Final = 5.0
"""How often it is looked for what is to be tried again. Of what is new a follower tells at once: `waking`."""

FREE_EVERY_S: Final = 30.0
"""How often webhooks are freed whose job is gone."""


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
    at_work = open_jobs().filter(pk=OuterRef("job"))
    return Hook.objects.exclude(job=None).exclude(Exists(at_work)).update(job=None)


def watch_hooks() -> list[Lookout]:
    """Start to watch, as long as the process lives."""
    return [
        watch("webhooks", LOOK_EVERY_S, lambda: ask_for_jobs(timezone.now())),
        watch("webhooks without a job", FREE_EVERY_S, free_those_without_a_job),
    ]
