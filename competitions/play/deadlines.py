"""The watch of deadlines: it ends overdue attempts and records the states that the time brings."""

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
"""Seconds between two looks for overdue attempts; an end may be that late."""

RECENT: Final = timedelta(minutes=5)
"""Most looks leave out windows that ended earlier, as there are ever more of them."""

THOROUGH_EVERY: Final = 60
"""One look in so many, and the first, leaves out nothing."""

AT_A_TIME: Final = 2000
"""How many attempts are ended before the clock is read again."""

TOGETHER: Final = 25
"""How many attempts of one competition are ended in one transaction, which takes about 20 ms."""

BREATH_S: Final = 0.01
"""Seconds of pause between two such transactions: players' moves come first."""

MOST_STUCK: Final = 1000
"""How many attempts in `_stuck` at most."""

_stuck: set[str] = set()
"""Attempts that could not be ended: only thorough looks try them again."""


def let_run_out(attempts: AttemptQuerySet, now: datetime) -> None:
    """Let the time of these attempts end now; `end_overdue` ends them after the commit.

    Must be called in a transaction.
    """
    # Locked in the order of their keys, as the journal does.
    running = attempts.running().select_for_update().order_by("pk").values_list("pk", flat=True)
    Attempt.objects.filter(pk__in=list(running)).update(times_out_at=now)


def end_overdue(now: datetime, *, among: AttemptQuerySet | None = None, since: datetime | None = None) -> int:
    """End overdue attempts as given up; return how many. If that is `AT_A_TIME`, some may be left.

    Several processes end each attempt once and do not wait for each other. An attempt that cannot be ended
    does not delay the others. `since` leaves out windows that were over by then, and `_stuck` attempts.
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
    """End attempts in one transaction. If it fails, try both halves, down to the attempt at fault."""
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
    """Log the attempt once, without a traceback, which might show cards; only thorough looks try it again."""
    if attempt_id in _stuck:
        return
    if len(_stuck) >= MOST_STUCK:
        _stuck.clear()
    _stuck.add(attempt_id)
    fault = type(error).__name__
    logger.error("attempt %s is overdue and could not be ended (%s); it is tried again", attempt_id, fault)


def do_what_is_due(now: datetime, *, since: datetime | None) -> int:
    """End overdue attempts and record due states; return how many attempts ended.

    If nothing is due, this is one statement. `since` is that of `end_overdue`.
    """
    overdue = Attempt.objects.overdue(now, since=since).values("pk")
    if not overdue.union(due(now).order_by().values("pk")).exists():
        return 0
    ended = end_overdue(now, since=since)
    record_all_due(now)  # states that the ends brought are recorded already
    return ended


class Deadlines:
    """The looks of this process. Most leave out what was over long before the last look."""

    def __init__(self) -> None:
        self.looks, self.last = 0, timezone.now()

    def look(self) -> int:
        """Do what is due; return how many attempts ended."""
        now = timezone.now()
        # Counted from the last look, even if the clock was set back since.
        recent = min(self.last, now) - RECENT
        ended = do_what_is_due(now, since=None if self.looks % THOROUGH_EVERY == 0 else recent)
        self.looks, self.last = self.looks + 1, now
        return ended


def watch_deadlines() -> Lookout:
    """Start the watch, for the life of the process."""
    return watch("deadlines", LOOK_EVERY_S, Deadlines().look)
