"""Moving the deadlines of running attempts after the time limit of their competition was raised."""

from datetime import datetime, timedelta

from django.db.models import F

from ..models import Attempt, Competition, Entry


def lock_players_at_play(competition: Competition) -> None:
    """Lock the entries that are playing now, in the order of their keys. Call this before the competition's
    row is locked. Then none of their attempts ends until the transaction ends."""
    playing = Attempt.objects.running().filter(round__competition=competition).values("entry")
    list(Entry.objects.select_for_update().filter(pk__in=playing).order_by("pk").values_list("pk", flat=True))


def move_time_limits(competition: Competition, *, before: int | None, now: datetime) -> None:
    """Move the deadlines of the running attempts from the old limit `before`, in seconds, to the
    competition's present one. Extra time that an organiser granted stays. Attempts that are overdue stay
    overdue.

    `lock_players_at_play` must be called before.
    """
    running = Attempt.objects.running().filter(round__competition=competition, times_out_at__gt=now)
    # The journal locks attempts in this order, too, so the two cannot deadlock.
    keys = list(running.select_for_update().order_by("pk").values_list("pk", flat=True))
    after = competition.time_limit_s
    moved = None if after is None or before is None else F("times_out_at") + timedelta(seconds=after - before)
    Attempt.objects.filter(pk__in=keys).update(times_out_at=moved)
