"""End overdue attempts, and record which rounds and competitions have opened or closed. A watch checks this
again and again."""

import logging
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

from ..jobs.watches import Watch, watch
from ..ledger.states import due, record_all_due
from ..models import Attempt
from ..models.entries import AttemptQuerySet
from ..outages import is_outage
from ..standings.long_work import switching_often
from .end_attempts import end_those_overdue

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""The seconds between two checks for overdue attempts. An attempt may end that many seconds late."""

RECENT: Final = timedelta(minutes=5)
"""Most checks skip rounds and competitions that had been closed for longer than this at the last check.
Otherwise checks would slow down, because the number of closed rounds always grows."""

THOROUGH_EVERY: Final = 60
"""One check in this many is thorough: it skips nothing. The first check of a process is thorough."""

AT_A_TIME: Final = 2000
"""The greatest number of attempts that one call of `end_overdue` ends."""

TOGETHER: Final = {"postgresql": 100, "sqlite": 25}
"""The greatest number of attempts of one competition that one transaction ends, by the kind of database. On
SQLite, all other writers wait for such a transaction, which takes about 20 ms. On PostgreSQL, only writers in
the same competition wait for it, so it may end more attempts, which takes less time in all."""

BREATH_S: Final = 0.01
"""The seconds between two transactions of `end_overdue`. Players' moves can be stored in this pause."""

MOST_STUCK: Final = 1000
"""The greatest number of attempts in `_stuck`. Before one more is added, `_stuck` is emptied."""

_stuck: set[str] = set()
"""The ids of the attempts that could not be ended. Only thorough checks try again to end them."""


def let_run_out(attempts: AttemptQuerySet, now: datetime) -> None:
    """Let the time of these attempts end at `now`, if they are running. After the commit, `end_overdue` ends
    them. Must be called in a transaction."""
    # The journal, which stores moves from sockets, locks attempts in the order of their keys. Locking these
    # attempts in that order, too, prevents deadlocks.
    running = attempts.running().select_for_update().order_by("pk").values_list("pk", flat=True)
    Attempt.objects.filter(pk__in=list(running)).update(times_out_at=now)


def end_overdue(now: datetime, *, among: AttemptQuerySet | None = None, since: datetime | None = None) -> int:
    """End overdue attempts in the positions that their stored moves have reached. Return how many were ended;
    if that number is `AT_A_TIME`, more overdue attempts may be left. Several processes may call this at once:
    no process waits for another. An attempt that cannot be ended does not delay the others.

    `among` are the attempts to consider, by default all. With `since`, attempts at rounds and competitions
    that closed before `since` are skipped, and so are the attempts in `_stuck`.
    """
    attempts = Attempt.objects.all() if among is None else among
    found: dict[str, list[str]] = defaultdict(list)
    overdue = attempts.overdue(now, since=since).values_list("round__competition", "pk")
    for competition_id, attempt_id in overdue[:AT_A_TIME]:
        if since is None or attempt_id not in _stuck:
            found[competition_id].append(attempt_id)
    most = TOGETHER[connection.vendor]
    together = [
        attempt_ids[start : start + most]
        for attempt_ids in found.values()
        for start in range(0, len(attempt_ids), most)
    ]
    random.shuffle(together)  # so that several processes hardly ever work on the same attempts
    ended = 0
    with switching_often:
        for number, attempt_ids in enumerate(together):
            if number:
                time.sleep(BREATH_S)
            ended += _end_together(attempt_ids, now)
    return ended


def _end_together(attempt_ids: Sequence[str], now: datetime) -> int:
    """End the overdue ones of these attempts in one transaction, and return how many were ended. If the
    transaction fails, try each half of them separately, and so on until the attempt at fault is found."""
    try:
        return end_those_overdue(attempt_ids, now=now)
    except Exception as error:
        if is_outage(error):  # the database is at fault, not an attempt
            raise
        if len(attempt_ids) == 1:
            _note_stuck(attempt_ids[0], error)
            return 0
    middle = len(attempt_ids) // 2
    return _end_together(attempt_ids[:middle], now) + _end_together(attempt_ids[middle:], now)


def _note_stuck(attempt_id: str, error: Exception) -> None:
    """Log that an attempt cannot be ended, and add it to `_stuck`, so that it is logged only once. The
    traceback is not logged, since it might show cards."""
    if attempt_id in _stuck:
        return
    if len(_stuck) >= MOST_STUCK:
        _stuck.clear()
    _stuck.add(attempt_id)
    fault = type(error).__name__
    logger.error("attempt %s is overdue and could not be ended (%s); it is tried again", attempt_id, fault)


def do_what_is_due(now: datetime, *, since: datetime | None) -> int:
    """End overdue attempts, and record which rounds and competitions have opened or closed. Return how many
    attempts ended.

    If nothing is due, this takes one statement. `since` is passed on to `end_overdue`.
    """
    overdue = Attempt.objects.overdue(now, since=since).values("pk")
    if not overdue.union(due(now).order_by().values("pk")).exists():
        return 0
    ended = end_overdue(now, since=since)
    record_all_due(now)  # the states of competitions in which no attempt has just ended
    return ended


class Deadlines:
    """Checks what is due. `looks` counts the checks, so that one in `THOROUGH_EVERY` is thorough. `last` is
    the time of the last check."""

    def __init__(self) -> None:
        self.looks, self.last = 0, timezone.now()

    def look(self) -> int:
        """Call `do_what_is_due` with the time of this check. Return how many attempts ended."""
        now = timezone.now()
        # `now` is earlier than the last check if the clock was set back.
        recent = min(self.last, now) - RECENT
        ended = do_what_is_due(now, since=None if self.looks % THOROUGH_EVERY == 0 else recent)
        self.looks, self.last = self.looks + 1, now
        return ended


def watch_deadlines() -> Watch:
    """Call `Deadlines.look` every `LOOK_EVERY_S` seconds, until the process ends."""
    return watch("deadlines", LOOK_EVERY_S, Deadlines().look)
