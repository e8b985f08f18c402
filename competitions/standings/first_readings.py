"""Reading the standings of large running competitions when a process starts, before a visitor needs them."""

import logging
import threading
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, F
from django.utils import timezone

from ..embargo.visibility import viewpoint_of_watchers
from ..ledger.entry_places import STORED
from ..models import Competition
from ..outages import close_connection
from ..postgresql.time_limits import wait_like_a_job
from .long_work import LARGE
from .memory import FIELDS, IN_A_MB
from .standings import head

logger = logging.getLogger(__name__)

PATIENCE_S: Final = 20.0
"""The longest time, in seconds, that a starting process waits for the first readings before it serves
requests. After this time, the process reads and serves at the same time."""

begun: Final = threading.Event()
ended: Final = threading.Event()


def read_running(*, patience_s: float = PATIENCE_S) -> None:
    """Start a thread that reads the large running competitions, the largest first. Wait for the thread at
    most `patience_s` seconds."""
    begun.set()
    threading.Thread(target=_read_running, name="first readings", daemon=True).start()
    ended.wait(patience_s)


def are_done() -> bool:
    """Whether no first readings are under way."""
    return ended.is_set() or not begun.is_set()


def _read_running() -> None:
    wait_like_a_job()
    now = timezone.now()
    room = settings.STANDINGS_MB * IN_A_MB
    try:
        for key, size in large_running(now):
            if room > 0:  # without room, this reading would push an earlier one out of memory
                read_ahead(key, now)
            room -= size
    except Exception:
        logger.exception("large competitions were not read; their first visitors wait for that")
    finally:
        close_connection()
        ended.set()


def large_running(now: datetime) -> list[tuple[str, int]]:
    """Pairs of the id and the size of each running competition that takes long to read into memory, the
    largest first."""
    running = Competition.objects.in_state("running", now).exclude(STORED)
    sized = running.annotate(size=F("entrants") * (1 + Count("rounds")))
    large = sized.filter(size__gte=LARGE).order_by("-size")
    return list(large.values_list("pk", "size"))


def read_ahead(competition_id: str, now: datetime) -> None:
    """Read the standings that watchers and players see now. During a freeze, players see their own current
    results beside the frozen results of others, so the entries are read twice: as they were when the freeze
    began, and as they are now."""
    competition = Competition.read(competition_id)
    head(viewpoint_of_watchers(competition, now))
    with FIELDS.of(competition):
        pass
    logger.info("the standings of competition %s were read", competition_id)
