"""Working for a follower: giving it what happened, one competition after the other.

A follower has one job at a time, so nobody else gives it anything meanwhile. Whoever dies leaves a cursor
behind the last rows that were taken for certain, and the next run goes on from there.
"""

import logging
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from ..jobs.backlogs import LONGEST_JOB_S
from ..models import FollowerCursor, FollowerFailure, FollowerState
from ..models.followers import LONGEST_ERROR
from .event_rows import rows_between
from .follower import EventRow, Follower
from .follower_cursors import enrol

logger = logging.getLogger(__name__)

AT_A_TIME: Final = 100
"""How many events of a competition are given at once; then it is the turn of others."""

COMPETITIONS: Final = 100
"""How many competitions are looked for at once."""

PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 30, 180, 900))
"""After each failure; what fails once more after the last one is set aside."""

LONGEST_PAUSE: Final = max(PAUSES)


def work_for(follower: Follower, *, job: UUID) -> None:
    """Give a follower what it has to take until nothing is left, or until others have waited long enough;
    `job` is the one that it waits for. Must be called outside of a transaction."""
    run = uuid4()
    mine = FollowerState.objects.filter(pk=follower.name)
    if mine.filter(job=job).update(run=run):
        if mine.filter(enrolled_at=None).exists():
            enrol(follower, timezone.now())
        _Run(follower, run, time.monotonic() + LONGEST_JOB_S).go_on()
        mine.filter(run=run).update(job=None, run=None)


class _Superseded(Exception):
    """Another run has taken this one for dead."""


@dataclass(frozen=True)
class _Run:
    follower: Follower
    id: UUID
    end: float

    def go_on(self) -> None:
        try:
            while cursors := self._due():
                for cursor in cursors:
                    self._give(cursor)
                    if time.monotonic() >= self.end:
                        return
        except _Superseded:
            return

    def _due(self) -> Sequence[FollowerCursor]:
        due = FollowerCursor.objects.due(timezone.now(), LONGEST_PAUSE).filter(follower=self.follower.name)
        return list(due.order_by("?")[:COMPETITIONS])  # in any order, so that none waits for ever

    def _give(self, cursor: FollowerCursor) -> None:
        """Give the next rows of one competition: all together, or one by one if that fails."""
        end = min(cursor.until, cursor.taken + AT_A_TIME)
        rows = rows_between(cursor.competition_id, cursor.taken, end, acts_alone=self.follower.acts_alone)
        if not cursor.failures and self._takes(cursor, rows) is None:
            self._move(cursor, end)
            return
        for row in rows:
            assert row.event is not None
            error = self._takes(cursor, [row])
            if error is None:
                self._move(cursor, row.event)
            elif not self._is_set_aside(cursor, row.event, error, timezone.now()):
                return
        if cursor.taken < end:  # the last numbers have no rows, or none any more
            error = self._takes(cursor, [])
            if error is None:
                self._move(cursor, end)
            else:
                self._is_set_aside(cursor, end, error, timezone.now())

    def _takes(self, cursor: FollowerCursor, rows: Sequence[EventRow]) -> Exception | None:
        """None if the follower takes the rows, or how it fails."""
        try:
            self.follower.take(cursor.competition_id, rows, timezone.now())
        except Exception as error:
            return error
        return None

    def _move(self, cursor: FollowerCursor, event: int) -> None:
        """Note that all up to this event is taken."""
        self._save(cursor, taken=event, failures=0, next_try_at=None, error="")

    def _is_set_aside(self, cursor: FollowerCursor, event: int, error: Exception, now: datetime) -> bool:
        """Put an event off at which the follower failed; or, after too many tries, put it on record instead,
        and let the next ones have their turn. If it was the database that failed, this raises, too."""
        failures, said = cursor.failures + 1, _said(error)
        next_try_at = try_again_at(failures, now)
        if failures == 1:
            logger.error("follower %s fails in %s", self.follower.name, cursor.competition_id, exc_info=error)
        if next_try_at is not None:
            self._save(cursor, taken=event - 1, failures=failures, next_try_at=next_try_at, error=said)
            return False
        with transaction.atomic():
            self._move(cursor, event)
            FollowerFailure.objects.get_or_create(
                follower_id=self.follower.name,
                competition_id=cursor.competition_id,
                event=event,
                defaults={"error": said, "at": now},
            )
        logger.error(
            "follower %s: event %s of %s is set aside", self.follower.name, event, cursor.competition_id
        )
        return True

    def _save(self, cursor: FollowerCursor, **columns: object) -> None:
        mine = FollowerCursor.objects.filter(pk=cursor.pk, follower__run=self.id)
        if not mine.update(**columns):
            raise _Superseded
        for name, value in columns.items():
            setattr(cursor, name, value)


def _said(error: Exception) -> str:
    """What an error is and where it was raised, but not what it quotes: that may be a card, or a name."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {place.filename}"[:LONGEST_ERROR]


def try_again_at(failures: int, now: datetime) -> datetime | None:
    """When to try again what has failed for the `failures`-th time at `now`; None: not any more."""
    return now + PAUSES[failures - 1] if failures <= len(PAUSES) else None
