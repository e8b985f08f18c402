"""Jobs that another release has asked for, while processes of both work side by side: what this one does not
know is left to the workers of the other."""

import inspect
import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

PAUSE: Final = timedelta(seconds=30)
"""How long nobody takes a job that was left."""

MOST_TIMES: Final = 100
"""How often a job is left, for most of an hour; then it fails, as nobody has come who knows it."""


def fits_a_task(job: "DBTaskResult[..., Any]") -> bool:
    """Whether there is the task of a job, and it takes what the job is asked with."""
    try:
        task, asked = job.task, job.args_kwargs
        context = [None] if task.takes_context else []
        inspect.signature(task.func).bind(*context, *asked["args"], **asked["kwargs"])
    except (ImportError, TypeError):
        return False
    return True


def leaves_to_others(job: "DBTaskResult[..., Any]", now: datetime) -> bool:
    """Make a job that was taken ready again for others, if it is not known here; say whether it was."""
    if fits_a_task(job) or len(job.worker_ids) > MOST_TIMES:
        return False
    logger.warning("%s is left to workers of another release", job.task_path)
    left = DBTaskResult.objects.filter(pk=job.pk)
    left.update(status=TaskResultStatus.READY, run_after=now + PAUSE)
    return True
