"""Moving the deadlines of running attempts after the time limit of their competition was raised."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from ..models import Attempt, Competition, Entry


class BegunMeanwhile(Exception):
    """An attempt was begun after `lock_players_at_play` had locked the entries with running attempts."""


def lock_players_at_play(competition: Competition) -> Collection[str]:
    """Lock the entries that are playing now, in the order of their ids, and return the ids. Until the
    transaction ends, no attempt of these entries ends. To avoid deadlocks, call this before the competition's
    row is locked."""
    playing = Attempt.objects.running().filter(round__competition=competition).values("entry")
    locked = Entry.objects.select_for_update().filter(pk__in=playing).order_by("pk")
    return set(locked.values_list("pk", flat=True))


def move_time_limits(
    competition: Competition, *, at_play: Collection[str], before: int | None, now: datetime
) -> None:
    """Move the deadlines of the running attempts from the old limit `before`, in seconds, to the
    competition's present one. If the competition has no limit now, the attempts have no deadline of their own
    any more. Extra time that an organiser granted stays. Attempts that are overdue stay overdue.

    `at_play` has the ids that `lock_players_at_play` returned. Raises BegunMeanwhile if an entry that is not
    in `at_play` has a running attempt. Another request may have locked that attempt and wait for the
    competition, which is locked here. To wait for the attempt would then be a deadlock.
    """
    running = Attempt.objects.running().filter(round__competition=competition, times_out_at__gt=now)
    if not set(running.values_list("entry", flat=True)) <= set(at_play):
        raise BegunMeanwhile
    # The journal, too, locks attempts in the order of their keys. So a deadlock with it is impossible.
    keys = list(running.select_for_update().order_by("pk").values_list("pk", flat=True))
    after = competition.time_limit_s
    moved = None if after is None or before is None else F("times_out_at") + timedelta(seconds=after - before)
    Attempt.objects.filter(pk__in=keys).update(times_out_at=moved)
