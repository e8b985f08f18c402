"""What time brings: overdue attempts end, whether or not their players come back, and openings and closings
are recorded."""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from ..jobs.watches import Lookout, watch
from ..ledger.states import due, record_all_due
from ..models import Attempt
from ..models.entries import AttemptQuerySet
from ..outages import is_outage
from .end_attempts import end_those_overdue

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often a process looks for overdue attempts, in seconds; an end may be that late."""

RECENT: Final = timedelta(minutes=5)
"""Most looks leave out windows that have been over for longer: there are more and more of them."""

THOROUGH_EVERY: Final = 60
"""One look in so many, and the first one, leaves out nothing."""

AT_A_TIME: Final = 2000
"""How many attempts are ended before the clock is read again."""

TOGETHER: Final = 25
"""How many attempts of one competition are ended in one transaction, of about twenty milliseconds."""

BREATH_S: Final = 0.01
"""How many seconds lie between two such transactions, because players' moves come first."""

MOST_STUCK: Final = 1000
"""How many attempts that could not be ended a process remembers."""

_stuck: set[str] = set()
"""Attempts that could not be ended, and are left for the thorough looks."""


def let_run_out(attempts: AttemptQuerySet, now: datetime) -> None:
    """From now on no move of these attempts is in time, wherever it comes from; `end_overdue` ends them after
    the commit. Must be called in a transaction."""
    # Locked in the order of their keys, as by those who store the moves of many.
    running = attempts.running().select_for_update().order_by("pk").values_list("pk", flat=True)
    Attempt.objects.filter(pk__in=list(running)).update(times_out_at=now)


def end_overdue(now: datetime, *, among: AttemptQuerySet | None = None, since: datetime | None = None) -> int:
    """End overdue attempts, as given up, and give how many; if that is `AT_A_TIME`, some may be left.

    Several processes end each attempt once, and do not wait for each other. An
    attempt that cannot be ended does not delay the others. `since` leaves out
    windows that were over by then, and attempts that could not be ended before.
    """
    attempts = Attempt.objects.all() if among is None else among
    found: dict[str, list[str]] = defaultdict(list)
    overdue = attempts.overdue(now, since=since).values_list("round__competition", "pk")
    for competition_id, attempt_id in overdue[:AT_A_TIME]:
        if since is None or attempt_id not in _stuck:
            found[competition_id].append(attempt_id)
    together = [
        attempt_ids[start : start + TOGETHER]
        for attempt_ids in found.values()
        for start in range(0, len(attempt_ids), TOGETHER)
    ]
    ended = 0
    for number, attempt_ids in enumerate(together):
        if number:
            time.sleep(BREATH_S)
        ended += _end_together(attempt_ids, now)
    return ended


def _end_together(attempt_ids: Sequence[str], now: datetime) -> int:
    """End attempts in one transaction; if it fails, in halves, until an attempt that cannot end is alone."""
    try:
        return end_those_overdue(attempt_ids, now=now)
    except Exception as error:
        if is_outage(error):  # the attempts are not at fault
            raise
        if len(attempt_ids) == 1:
            _note_stuck(attempt_ids[0], error)
            return 0
    middle = len(attempt_ids) // 2
    return _end_together(attempt_ids[:middle], now) + _end_together(attempt_ids[middle:], now)


def _note_stuck(attempt_id: str, error: Exception) -> None:
    """Log it once, without the values that a traceback might show, and do not try again every second."""
    if attempt_id in _stuck:
        return
    if len(_stuck) >= MOST_STUCK:
        _stuck.clear()
    _stuck.add(attempt_id)
    fault = type(error).__name__
    logger.error("attempt %s is overdue and could not be ended (%s); it is tried again", attempt_id, fault)


def do_what_is_due(now: datetime, *, since: datetime | None) -> int:
    """End overdue attempts and record the states that are due; give how many attempts were ended.

    If nothing is due, this costs one statement. `since` is that of `end_overdue`.
    """
    overdue = Attempt.objects.overdue(now, since=since).values("pk")
    if not overdue.union(due(now).order_by().values("pk")).exists():
        return 0
    ended = end_overdue(now, since=since)
    record_all_due(now)  # what an end brings is recorded with it
    return ended


class Deadlines:
    """The looks of this process, of which most leave out what was over long before the last one."""

    def __init__(self) -> None:
        self.looks, self.last = 0, timezone.now()

    def look(self) -> int:
        """Do what is due now, and give how many attempts were ended."""
        now = timezone.now()
        # From the last look on, even if the clock was set since.
        recent = min(self.last, now) - RECENT
        ended = do_what_is_due(now, since=None if self.looks % THOROUGH_EVERY == 0 else recent)
        self.looks, self.last = self.looks + 1, now
        return ended


def watch_deadlines() -> Lookout:
    """Start to watch, as long as the process lives."""
    return watch("deadlines", LOOK_EVERY_S, Deadlines().look)
