"""The queries of the feeds, which run in a few threads of their own.

So the queries of sockets need not wait for the queries of feeds. However many competitions are
watched, the feeds need only one database connection for each of these threads.
"""

from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.utils import timezone

from ..embargo.visibility import viewpoint_of_watchers
from ..models import Competition
from ..standings.extent import Extent
from ..standings.long_work import never_wait_for_it
from ..standings.standings import FORM, MomentPassed, head
from .messages import STANDINGS, FeedMessage, Timetable, standings_text, state_message, timetable_of
from .renderings import renderings

THREADS: Final = ThreadPoolExecutor(
    max_workers=4, thread_name_prefix="live-reading", initializer=never_wait_for_it
)

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class FeedReading:
    """A competition, as read at one moment. `standings` is None if the caller knows the newest version
    already. `next_change` is when the clock alone will next change a state."""

    changes: int
    timetable: Timetable
    state: FeedMessage
    standings: FeedMessage | None
    next_change: datetime | None


def in_feed_thread(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make `work` a coroutine function that runs in one of the feeds' threads, each of which has a database
    connection."""
    return database_sync_to_async(work, thread_sensitive=False, executor=THREADS)


def read_feed(competition_id: str, known: int) -> FeedReading:
    """Read a competition for its feed. The standings are rendered only if their version is above `known`.

    A reading may wait for another process or for the database. If the clock changes a state meanwhile, the
    competition is read anew. For example, if a freeze begins, the first reading may have results that the
    freeze hides.
    """
    while True:
        try:
            return _read_at(timezone.now(), competition_id, known)
        except MomentPassed:
            continue  # The loop ends, because the clock changes a competition at only a few moments.


def _read_at(now: datetime, competition_id: str, known: int) -> FeedReading:
    competition = Competition.read(competition_id)
    version = competition.version_at(now)
    timetable = timetable_of(competition, now)
    return FeedReading(
        changes=competition.changes,
        timetable=timetable,
        state=state_message(timetable, now),
        standings=_standings(competition, version, now) if version > known else None,
        next_change=competition.next_change(now),
    )


def _standings(competition: Competition, version: int, now: datetime) -> FeedMessage:
    """The message with the standings. One process renders it, and the others take its text. Raises
    `MomentPassed` if the clock changes a state before the standings are rendered."""
    seen = viewpoint_of_watchers(competition, now)
    basis = FORM, Extent(seen, None).basis
    next_change = competition.next_change(now)

    def render() -> str:
        text = standings_text(head(seen))
        if next_change is not None and timezone.now() >= next_change:
            raise MomentPassed
        return text

    text = renderings().text(basis, render)
    return FeedMessage(STANDINGS, version=version, text=text)


def changes_of(competition_ids: Sequence[str]) -> dict[str, int]:
    """Return how many changes the database counts for each competition, keyed by its id. One query for
    all."""
    return dict(Competition.objects.filter(pk__in=competition_ids).values_list("pk", "changes"))
