"""Jobs of workers that have died: they are ready again, for another worker.

While a worker is at a job, its process moves the job's start on every few seconds. A
job whose start has stayed behind has lost its worker.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from .watches import Lookout, watch

RENEW_EVERY_S: Final = 10.0

LEASE: Final = timedelta(seconds=30)
"""How long ago a job may have been started or renewed while its worker counts as alive."""

_at_work: set[UUID] = set()


@contextmanager
def at_work(job_id: UUID) -> Iterator[None]:
    """The job is being done by this process."""
    _at_work.add(job_id)
    try:
        yield
    finally:
        _at_work.discard(job_id)


def renew(now: datetime) -> None:
    """Say of the jobs that this process is at that it still is."""
    if held := tuple(_at_work):
        DBTaskResult.objects.running().filter(pk__in=held).update(started_at=now)


def make_ready_again(now: datetime, lease: timedelta = LEASE) -> int:
    """Make jobs ready again that nobody is at any more, and give how many.

    A start that lies ahead was written before a clock was set back.
    """
    limits = now - lease, now + lease
    lost = _lost(*limits)
    # Asked first: an update would wait for those who write.
    return lost.update(status=TaskResultStatus.READY) if lost.exists() else 0


def _lost(latest: datetime, earliest: datetime) -> "QuerySet[DBTaskResult[..., Any]]":
    """The jobs that nobody is at: they were started by the one moment, or after the other."""
    lost = Q(started_at__lte=latest) | Q(started_at__gt=earliest)
    return DBTaskResult.objects.running().filter(lost)


def free_unfinished(now: datetime) -> None:
    """Make every job ready again that was begun. Only for a database with one process, before it works."""
    make_ready_again(now, timedelta(0))


def renew_and_take_back() -> None:
    """Renew the jobs that this process is at, and take back those of workers that have died."""
    renew(timezone.now())
    make_ready_again(timezone.now())


def keep_renewing() -> Lookout:
    """Start to do so from time to time, as long as the process lives."""
    return watch("jobs at work", RENEW_EVERY_S, renew_and_take_back)
