"""Ending what is overdue, whether its player comes back or not."""

import logging
import threading
from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

from ..models import Attempt
from .seats import finish

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often a process looks for overdue attempts, in seconds; an end may be that late."""

AT_A_TIME: Final = 100
"""Attempts ended between two looks at the clock."""


def end_overdue(now: datetime) -> int:
    """End every attempt whose time is over, as given up, and give how many there were.

    Each is its own short transaction; two processes at the same one end it once.
    """
    overdue = list(Attempt.objects.overdue(now).values_list("pk", flat=True)[:AT_A_TIME])
    for attempt_id in overdue:
        finish(attempt_id=attempt_id, now=now)
    return len(overdue)


def watch_deadlines() -> None:
    """Start this process's watch; it lasts as long as the process."""
    threading.Thread(target=_watch, name="deadlines", daemon=True).start()


def _watch() -> None:
    pause = threading.Event()
    while True:
        try:
            more = end_overdue(timezone.now()) == AT_A_TIME
        except Exception:
            logger.exception("overdue attempts were not ended; trying again")
            connection.close()
            more = False
        if not more:
            pause.wait(LOOK_EVERY_S)
