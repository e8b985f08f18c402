"""Jobs of workers that have died: they are ready again, for another worker.

While a worker is at a job, its process moves the job's start on every few seconds. A
job whose start has stayed behind has lost its worker.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

RENEW_EVERY_S: Final = 5.0

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


def take_back(now: datetime, lease: timedelta = LEASE) -> int:
    """Make jobs ready again that nobody is at any more, and give how many.

    A start that lies ahead was written before a clock was set back.
    """
    limits = now - lease, now + lease
    lost = _lost(*limits)
    # Asked first: an update would wait for those who write.
    return lost.update(status=TaskResultStatus.READY) if lost.exists() else 0


def _lost(latest: datetime, earliest: datetime) -> QuerySet[DBTaskResult]:
    """The jobs that nobody is at: they were started by the one moment, or after the other."""
    lost = Q(started_at__lte=latest) | Q(started_at__gt=earliest)
    return DBTaskResult.objects.running().filter(lost)


def free_unfinished(now: datetime) -> None:
    """Make every job ready again that was begun. Only for a database with one process, before it works."""
    take_back(now, timedelta(0))


def keep_renewing() -> None:
    """Start to renew this process's jobs and to take back others', as long as it lives."""
    threading.Thread(target=_renew_for_ever, name="jobs", daemon=True).start()


def _renew_for_ever() -> None:
    pause, failing = threading.Event(), False
    while not pause.wait(RENEW_EVERY_S):
        try:
            renew(timezone.now())
            take_back(timezone.now())
            failing = False
        except Exception:
            if not failing:  # log once, not every few seconds while the database is away
                logger.exception("jobs could not be renewed; trying again")
            failing = True
        finally:
            connection.close()
