"""The row in which a process reports to other processes. The row says on which queues the process works, and
when the watches of the process last ran."""

import logging
import os
import socket
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone

from ..models import Process
from ..models.processes import LOST_AFTER
from .watches import Watch, last_looks, watch
from .workers import QUEUES

logger = logging.getLogger(__name__)

SAY_EVERY_S: Final = 20.0


class ThisProcess:
    """This process, and its row in the table of processes."""

    def __init__(self) -> None:
        now = timezone.now()
        name = f"{socket.gethostname()}:{os.getpid()}"
        self.row = Process(name=name, queues=[], looks={}, started_at=now, seen_at=now)

    def works(self, queues: Sequence[str]) -> None:
        """Set the queues that this process works on. The next call of `say` stores them."""
        self.row.queues = list(queues)

    def say(self) -> None:
        """Store that this process is alive. If it does not work on all queues, and began at least
        `LOST_AFTER` ago, it also warns of queues on which no process works."""
        now = timezone.now()
        self.row.seen_at = now
        self.row.looks = {name: at and at.isoformat() for name, at in last_looks().items()}
        told = {"queues": self.row.queues, "looks": self.row.looks, "seen_at": now}
        if not Process.objects.filter(pk=self.row.pk).update(**told):
            self.row.save(force_insert=True)
        if self.row.queues != list(QUEUES) and now >= self.row.started_at + LOST_AFTER:
            warn_of_idle_queues(now)

    def keep_saying(self) -> Watch:
        """Start calling `say` regularly, until the process ends."""
        return watch("processes", SAY_EVERY_S, self.say)


def idle_queues(now: datetime) -> list[str]:
    """The queues on which no living process works."""
    done = Process.objects.living(now).values_list("queues", flat=True)
    return [queue for queue in QUEUES if not any(queue in queues for queues in done)]


def warn_of_idle_queues(now: datetime) -> None:
    """Log a warning for the operator if no process works on some queue. Perhaps nobody started a worker for
    it."""
    if idle := idle_queues(now):
        queues = ", ".join(idle)
        logger.warning("no process works on %s: start manage.py worker, or serve without --no-worker", queues)


this_process: Final = ThisProcess()
