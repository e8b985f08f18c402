"""Working for a follower: giving it the events of one competition after the other.

One job at a time leases a follower. If a job dies, each cursor still has the number of the last event that
the follower has certainly handled. The next job continues after that event.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from ..jobs.due_rows import PAUSES, error_text
from ..models import FollowerCursor, FollowerFailure, FollowerState
from .event_rows import rows_between
from .follower import EventRow, Follower
from .follower_cursors import enrol

logger = logging.getLogger(__name__)

AT_A_TIME: Final = 100
"""How many events of a competition a follower gets at once. After that, other competitions have their
turn."""

COMPETITIONS: Final = 100
"""How many cursors are read at once."""

LONGEST_PAUSE: Final = max(PAUSES)


def work_for(follower: Follower, state: FollowerState, end: float) -> None:
    """Give a follower the events that it has not taken, until none is left or `time.monotonic()` reaches
    `end`. The caller must have leased `state`, and must not be in a transaction."""
    if state.enrolled_at is None:
        enrol(follower, timezone.now())
    try:
        _Slice(follower, state, end).give()
    except _LeaseLost:
        return


class _LeaseLost(Exception):
    """Another job has leased the follower, because this job seemed dead."""


@dataclass(frozen=True)
class _Slice:
    follower: Follower
    state: FollowerState
    end: float

    def give(self) -> None:
        while cursors := self._due():
            for cursor in cursors:
                self._give_rows(cursor)
                if time.monotonic() >= self.end:
                    return

    def _due(self) -> Sequence[FollowerCursor]:
        due = FollowerCursor.objects.due(timezone.now(), LONGEST_PAUSE).filter(follower=self.follower.name)
        return list(due.order_by("?")[:COMPETITIONS])  # in random order, so that no cursor waits for ever

    def _give_rows(self, cursor: FollowerCursor) -> None:
        """Give the follower the next rows of one competition: all at once, or one by one if that fails."""
        end = min(cursor.until, cursor.taken + AT_A_TIME)
        rows = rows_between(cursor.competition_id, cursor.taken, end, acts_alone=self.follower.acts_alone)
        if not cursor.tries and self._error_at(cursor, rows) is None:
            self._move(cursor, end)
            return
        for row in rows:
            assert row.event is not None
            error = self._error_at(cursor, [row])
            if error is None:
                self._move(cursor, row.event)
            elif not self._set_aside(cursor, row.event, error, timezone.now()):
                return
        if cursor.taken < end:  # the last events have no rows
            error = self._error_at(cursor, [])
            if error is None:
                self._move(cursor, end)
            else:
                self._set_aside(cursor, end, error, timezone.now())

    def _error_at(self, cursor: FollowerCursor, rows: Sequence[EventRow]) -> Exception | None:
        """Give the rows to the follower. Return the error that it raised, or None."""
        try:
            self.follower.take(cursor.competition_id, rows, timezone.now())
        except Exception as error:
            return error
        return None

    def _move(self, cursor: FollowerCursor, event: int) -> None:
        """Store that all events up to `event` were taken."""
        self._save(cursor, taken=event, tries=0, free_at=None, error="")

    def _set_aside(self, cursor: FollowerCursor, event: int, error: Exception, now: datetime) -> bool:
        """Record a failure at an event. If pauses are left, the event is tried again after the next pause.
        Otherwise, the event is set aside: the failure is stored, and the cursor moves past the event. Return
        whether the event was set aside. If the database cannot be reached, nothing is recorded, and the
        database's error is raised."""
        tries = cursor.tries + 1
        if tries == 1:
            logger.error("follower %s fails in %s", self.follower.name, cursor.competition_id, exc_info=error)
        if tries <= len(PAUSES):
            columns = {"tries": tries, "free_at": now + PAUSES[tries - 1], "error": error_text(error)}
            self._save(cursor, taken=event - 1, **columns)
            return False
        with transaction.atomic():
            self._move(cursor, event)
            FollowerFailure.objects.get_or_create(
                follower_id=self.follower.name,
                competition_id=cursor.competition_id,
                event=event,
                defaults={"error": error_text(error), "at": now},
            )
        logger.error(
            "follower %s: event %s of %s is set aside", self.follower.name, event, cursor.competition_id
        )
        return True

    def _save(self, cursor: FollowerCursor, **columns: object) -> None:
        """Store columns of a cursor. Raises _LeaseLost if this job no longer has the lease of the
        follower."""
        mine = FollowerCursor.objects.filter(pk=cursor.pk, follower__free_at=self.state.free_at)
        if not mine.update(**columns):
            raise _LeaseLost
        for name, value in columns.items():
            setattr(cursor, name, value)
