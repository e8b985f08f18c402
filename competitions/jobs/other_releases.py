"""Jobs of another release. While processes of two releases run side by side, a process does not take jobs
that are unknown to its release. Processes of the other release do them."""

import inspect
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

PAUSE: Final = timedelta(seconds=30)
"""How long an unknown job rests before a worker may take it again."""

MOVED_TASKS: Final[Mapping[str, str]] = {
    f"competitions.{old}": f"competitions.{new}"
    for old, new in (
        ("analysis.wanted.find_analyses", "solving.analysis.analysis_requests.find_analyses"),
        ("bands.seeking.draw_deals", "solving.bands.deal_search.draw_deals"),
        ("history.certified_rounds.append_results", "proofs.history.follower.append_results"),
        ("hooks.watching.deliver", "outbound.webhooks.jobs.deliver"),
        ("notices.broadcasts.tell_entrants", "outbound.notices.broadcasts.tell_entrants"),
        ("par.closed_rounds.find_pars", "solving.par.follower.find_pars"),
        ("rating.asking.rate", "ratings.follower.rate"),
        ("recording.players.count", "ledger.player_changes.count"),
    )
}
"""Maps the path of a task in an older release to the task's present path."""

WITHOUT_ARGUMENTS: Final = frozenset(
    {
        "competitions.followers.follow",
        "competitions.ledger.player_changes.count",
        "competitions.outbound.notices.broadcasts.tell_entrants",
        "competitions.outbound.webhooks.jobs.deliver",
    }
)
"""Paths of tasks that find their rows by themselves. Jobs of older releases name a row, which is ignored."""

MOST_TIMES: Final = 100
"""How often an unknown job is put off, which takes most of an hour in all. Then the job fails, since probably
no release knows it."""


def fits_a_task(job: "DBTaskResult[..., Any]") -> bool:
    """Whether this release has the task of a job, and that task accepts the job's arguments."""
    try:
        task, asked = job.task, job.args_kwargs
        context = [None] if task.takes_context else []
        inspect.signature(task.func).bind(*context, *asked["args"], **asked["kwargs"])
    except (ImportError, TypeError):
        return False
    return True


def leaves_to_others(job: "DBTaskResult[..., Any]", now: datetime) -> bool:
    """Adapt a leased job of an older release to this release. If this release still does not know the job,
    and workers have leased it at most `MOST_TIMES` times, make it ready for workers of other releases, and
    return True. Otherwise return False."""
    if moved_to := MOVED_TASKS.get(job.task_path):
        job.task_path = moved_to
    if job.task_path in WITHOUT_ARGUMENTS:
        job.args_kwargs = {"args": [], "kwargs": {}}
    if moved_to or job.task_path in WITHOUT_ARGUMENTS:
        job.save(update_fields=["task_path", "args_kwargs"])
    if fits_a_task(job) or len(job.worker_ids) > MOST_TIMES:
        return False
    logger.warning("%s is left to workers of another release", job.task_path)
    left = DBTaskResult.objects.filter(pk=job.pk)
    left.update(status=TaskResultStatus.READY, run_after=now + PAUSE)
    return True
