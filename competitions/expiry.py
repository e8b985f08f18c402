"""Sweeping out what has expired: kept answers, tickets, passes and sessions that nobody asks for any more,
jobs that are done, what webhooks have accepted, old notices and ghosts, and processes that have ended."""

import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from .api.idempotency import KEPT_FOR
from .jobs.watches import Lookout, watch
from .models import Delivery, Ghost, KeptAnswer, Notice, Origin, Pass, Process, Ticket

SWEEP_EVERY_S: Final = 300.0

AT_A_TIME: Final = 200
"""Rows deleted in one transaction: on SQLite, every other writer waits for it."""

PAUSE_S: Final = 0.1
"""Between two transactions, for those who wait."""


JOBS_KEPT_FOR: Final = timedelta(hours=1)
"""How long a job is kept that is done; what failed is in the log."""


DELIVERIES_KEPT_FOR: Final = timedelta(days=7)
"""How long what a webhook has accepted can be looked at and sent again."""

NOTICES_KEPT_FOR: Final = timedelta(days=90)
"""How long a notice is kept, read or not; for one player, no more than `MOST_NOTICES`."""

GHOSTS_KEPT_FOR: Final = timedelta(days=90)
"""How long a ghost is kept, ended or not; of one player, no more than `MOST_KEPT`."""

PROCESSES_KEPT_FOR: Final = timedelta(hours=1)
"""How long a process is on record of which nothing is heard any more."""


def expired(now: datetime) -> tuple[QuerySet[Any], ...]:
    """What may go, by kind; an index finds each."""
    return (
        KeptAnswer.objects.filter(reserved_at__lte=now - KEPT_FOR).order_by("reserved_at"),
        Ticket.objects.filter(expires_at__lte=now).order_by("expires_at"),
        Session.objects.filter(expire_date__lte=now).order_by("expire_date"),
        Pass.objects.filter(expires_at__lte=now).order_by("expires_at"),
        Origin.objects.filter(expires_at__lte=now).order_by("expires_at"),
        Delivery.objects.filter(accepted_at__lte=now - DELIVERIES_KEPT_FOR).order_by("accepted_at"),
        Process.objects.filter(seen_at__lte=now - PROCESSES_KEPT_FOR).order_by("seen_at"),
        Notice.objects.filter(at__lte=now - NOTICES_KEPT_FOR).order_by("at"),
        Ghost.objects.filter(started_at__lte=now - GHOSTS_KEPT_FOR).order_by("started_at"),
        DBTaskResult.objects.finished().filter(finished_at__lte=now - JOBS_KEPT_FOR).order_by("finished_at"),
    )


def sweep_some(rows: QuerySet[Any]) -> int:
    """Delete the first `AT_A_TIME` of the rows, in one short transaction, and give how many."""
    keys = list(rows.values_list("pk", flat=True)[:AT_A_TIME])
    # Asked again of each: it may have been renewed since.
    return rows.order_by().filter(pk__in=keys).delete()[0] if keys else 0


def sweep_all() -> None:
    """Delete all that has expired by now, a few rows at a time."""
    for rows in expired(timezone.now()):
        while sweep_some(rows):
            time.sleep(PAUSE_S)


def watch_for_expired() -> Lookout:
    """Start to watch for what has expired, as long as the process lives."""
    return watch("expired rows", SWEEP_EVERY_S, sweep_all)
