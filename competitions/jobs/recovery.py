"""Recovering the jobs of dead workers, so that other workers do them again.

While a worker does a job, its process renews the start of the job every few seconds. If the start of a
running job is old, its worker is dead.
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

from .watches import Watch, watch

RENEW_EVERY_S: Final = 10.0

LEASE: Final = timedelta(seconds=30)
"""How long after the start of a job its worker counts as alive. Living workers renew the start."""

_at_work: set[UUID] = set()


@contextmanager
def at_work(job_id: UUID) -> Iterator[None]:
    """A context in which this process does a job. Within it, `renew` keeps the job from being recovered."""
    _at_work.add(job_id)
    try:
        yield
    finally:
        _at_work.discard(job_id)


def renew(now: datetime) -> None:
    """Move the start of this process's running jobs to `now`."""
    if held := tuple(_at_work):
        DBTaskResult.objects.running().filter(pk__in=held).update(started_at=now)


def make_ready_again(now: datetime, lease: timedelta = LEASE) -> int:
    """Make the running jobs of dead workers ready again, and return how many.

    A start in the future was written before a clock was set back, so such a job is recovered, too.
    """
    limits = now - lease, now + lease
    lost = _lost(*limits)
    # An update would wait for other writers even if no job is lost, so a query looks for lost jobs first.
    return lost.update(status=TaskResultStatus.READY) if lost.exists() else 0


def _lost(latest: datetime, earliest: datetime) -> "QuerySet[DBTaskResult[..., Any]]":
    """The running jobs of dead workers. A start at or before `latest` is too old for a living worker. A start
    after `earliest` lies in the future, so it was written before a clock was set back."""
    lost = Q(started_at__lte=latest) | Q(started_at__gt=earliest)
    return DBTaskResult.objects.running().filter(lost)


def free_unfinished(now: datetime) -> None:
    """Make all running jobs ready again. Only for a database with one process, before that process works,
    because every running job is then left from an earlier run."""
    make_ready_again(now, timedelta(0))


def renew_and_take_back() -> None:
    """Renew the jobs of this process, and recover those of dead workers."""
    renew(timezone.now())
    make_ready_again(timezone.now())


def keep_renewing() -> Watch:
    """Start renewing and recovering jobs regularly, until the process ends."""
    return watch("jobs at work", RENEW_EVERY_S, renew_and_take_back)
