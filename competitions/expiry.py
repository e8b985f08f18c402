"""Deleting expired rows, such as old tickets, sessions, finished jobs and notices."""

import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from .api.idempotency import KEPT_FOR
from .jobs.watches import Watch, watch
from .models import Delivery, Ghost, KeptAnswer, Notice, Origin, Pass, Process, Ticket

SWEEP_EVERY_S: Final = 300.0

AT_A_TIME: Final = 200
"""How many rows one transaction deletes. On SQLite, every other writer waits for this transaction."""

PAUSE_S: Final = 0.1
"""The pause in seconds after each transaction. Other writers can work during the pause."""


JOBS_KEPT_FOR: Final = timedelta(hours=1)
"""How long the row of a finished job is kept. After that, only the server's log tells why a job failed."""


DELIVERIES_KEPT_FOR: Final = timedelta(days=7)
"""How long a delivery to a webhook is kept after the receiver accepted it. As long as a delivery is kept,
organisers can read it and send it again."""

NOTICES_KEPT_FOR: Final = timedelta(days=90)
"""How long a notice is kept, read or not. `models/notices.MOST_NOTICES` limits how many a player has."""

GHOSTS_KEPT_FOR: Final = timedelta(days=90)
"""How long a ghost is kept after its start, ended or not. `play/ghosts` limits how many a player has."""

PROCESSES_KEPT_FOR: Final = timedelta(hours=1)
"""How long the row of a process is kept after the process was last seen running."""


def expired(now: datetime) -> tuple[QuerySet[Any], ...]:
    """One query for each kind of expired rows. Each query uses an index."""
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
    """Delete the first `AT_A_TIME` of the rows in one short transaction, and return how many were deleted."""
    keys = list(rows.values_list("pk", flat=True)[:AT_A_TIME])
    # A row may have been renewed since its key was read, so the deletion checks its expiry again.
    return rows.order_by().filter(pk__in=keys).delete()[0] if keys else 0


def sweep_all() -> None:
    """Delete all expired rows, a few at a time."""
    for rows in expired(timezone.now()):
        while sweep_some(rows):
            time.sleep(PAUSE_S)


def watch_for_expired() -> Watch:
    """Start a watch that deletes expired rows regularly, until the process ends."""
    return watch("expired rows", SWEEP_EVERY_S, sweep_all)
