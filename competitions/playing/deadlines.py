"""Ending what is overdue, whether its player comes back or not."""

import logging
import threading
from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

from ..models import Attempt
from ..models.entries import AttemptQuerySet
from .seats import finish_overdue

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often a process looks for overdue attempts, in seconds; an end may be that late."""

AT_A_TIME: Final = 100
"""Attempts ended between two looks at the clock."""


def end_overdue(now: datetime, *, among: AttemptQuerySet | None = None) -> int:
    """End attempts whose time is over, as given up, and give how many; not all, if that is `AT_A_TIME`.

    Each is its own short transaction. Several processes end each one once: the
    second to come finds that it has ended. One that cannot be ended does not
    keep the others waiting.
    """
    ended = 0
    attempts = Attempt.objects.all() if among is None else among
    for attempt_id in attempts.overdue(now).values_list("pk", flat=True)[:AT_A_TIME]:
        try:
            finish_overdue(attempt_id=attempt_id, now=now)
        except Exception:
            logger.exception("attempt %s is overdue and could not be ended; trying again", attempt_id)
        else:
            ended += 1
    return ended


def watch_deadlines() -> None:
    """Start this process's watch; it lasts as long as the process."""
    threading.Thread(target=_watch, name="deadlines", daemon=True).start()


def _watch() -> None:
    pause, failing = threading.Event(), False
    while True:
        more = False
        try:
            more = end_overdue(timezone.now()) == AT_A_TIME
            failing = False
        except Exception:
            if not failing:  # once, not every second for as long as the database is away
                logger.exception("could not look for overdue attempts; trying again")
            failing = True
            connection.close()
        if not more:
            pause.wait(LOOK_EVERY_S)
