"""Telling all entrants of a competition, however many they are: in batches, each in a short transaction.

How far a broadcast has come is stored with each batch, so that whoever dies on the way leaves the rest to the
next job, and nobody is told twice. The broadcast that a competition closes begins by the clock, and goes on
until it closes, for those who join later.
"""

import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django_tasks import task

from ...jobs.backlogs import LONGEST_JOB_S, ask_for_late
from ...jobs.watches import Lookout, watch
from ...models import Attempt, Broadcast, Competition, Entry, Notice, NoticeType
from ...models.windows import is_over
from .notify import notify

AT_A_TIME: Final = 200
"""How many entrants are told in one transaction, and how many competitions are looked at in one."""

LOOK_EVERY_S: Final = 120.0

CLOSING: Final = timedelta(hours=1)
"""How long before the close of a competition it is told."""

NEW_HERE: Final = timedelta(minutes=1)
"""Who joined less long ago has just seen when it closes."""


def begin_broadcast(*, competition: Competition, type: str, until: int | None, now: datetime) -> None:
    """Tell the entrants who joined before the event `until`, or all, unless that was begun already."""
    with transaction.atomic():
        broadcast, new = Broadcast.objects.get_or_create(
            competition=competition, type=type, defaults={"until": until, "moved_at": now}
        )
        if new:
            tell_entrants.enqueue(broadcast.pk)


@task()
def tell_entrants(broadcast_id: int) -> None:
    """Go on with a broadcast for a while."""
    end = time.monotonic() + LONGEST_JOB_S
    while tell_some(broadcast_id, timezone.now()):
        if time.monotonic() >= end:
            tell_entrants.enqueue(broadcast_id)
            return


def tell_some(broadcast_id: int, now: datetime) -> bool:
    """Tell the next entrants, in one transaction; False if there is nobody left for now."""
    with transaction.atomic():
        under_way = Broadcast.objects.select_for_update(of=("self",)).filter(pk=broadcast_id, done=False)
        if (broadcast := under_way.first()) is None:
            return False
        competition = Competition.read(broadcast.competition_id)
        entries = _next_entries(broadcast, now) if _is_true(broadcast, competition, now) else []
        told: Sequence[Entry] = [entry for entry in entries if entry.disqualified_at is None]
        if broadcast.type == NoticeType.CLOSING:
            told = _without_those_who_played(told, competition, now)
        notify(
            [
                Notice(
                    player_id=entry.player_id,
                    type=broadcast.type,
                    key=competition.pk,
                    competition=competition,
                    at=now,
                )
                for entry in told
            ]
        )
        more = len(entries) == AT_A_TIME
        if entries:
            broadcast.after = entries[-1].event or 0
        broadcast.moved_at = now
        over = competition.cancelled_at is not None or competition.state(now) in ("closed", "final")
        broadcast.done = over if broadcast.type == NoticeType.CLOSING else not more
        broadcast.save(update_fields=["after", "moved_at", "done"])
    return more


def _is_true(broadcast: Broadcast, competition: Competition, now: datetime) -> bool:
    """Whether what the broadcast tells is still so."""
    match broadcast.type:
        case NoticeType.CERTIFIED:
            return competition.certified_at is not None
        case NoticeType.CLOSING:
            soon = is_over(competition.closes_at, now + CLOSING)
            return soon and competition.state(now) == "running"
    return competition.state(now) == "running"


def _next_entries(broadcast: Broadcast, now: datetime) -> Sequence[Entry]:
    """The entrants after those who were looked at, in the order of joining."""
    entries = Entry.objects.filter(competition=broadcast.competition_id, event__gt=broadcast.after)
    if broadcast.until is not None:
        entries = entries.filter(event__lt=broadcast.until)
    if broadcast.type == NoticeType.CLOSING:
        entries = entries.filter(joined_at__lte=now - NEW_HERE)
    return list(entries.order_by("event")[:AT_A_TIME])


def _without_those_who_played(
    entries: Sequence[Entry], competition: Competition, now: datetime
) -> Sequence[Entry]:
    """Those with a round left to play: open, not ended, not declared done, and not begun within the hour."""
    rounds = [round for round in competition.rounds_in_order if round.state(now) == "open"]
    at_it = Q(ended_at__isnull=False) | Q(started_at__gt=now - CLOSING)
    attempts = Attempt.objects.filter(at_it, entry__in=entries, round__in=rounds)
    played: Collection[tuple[str, int]] = set(attempts.values_list("entry", "round"))
    return [
        entry
        for entry in entries
        if any((entry.pk, round.pk) not in played and not entry.is_done_with(round) for round in rounds)
    ]


def look_for_closing(now: datetime) -> int:
    """Begin to tell the entrants of competitions that close within the hour; give of how many. One query
    where there are none."""
    told = Broadcast.objects.filter(competition=OuterRef("pk"), type=NoticeType.CLOSING)
    soon = Competition.objects.filter(closes_at__gt=now, closes_at__lte=now + CLOSING, certified_at=None)
    found = list(soon.in_state("running", now).exclude(Exists(told)).order_by("closes_at")[:AT_A_TIME])
    for competition in found:
        begin_broadcast(competition=competition, type=NoticeType.CLOSING, until=None, now=now)
    return len(found)


def ask_for_late_broadcasts(now: datetime) -> int:
    """Ask for another job for broadcasts that have told nobody for a while, and give for how many."""
    under_way = Broadcast.objects.filter(done=False)
    return ask_for_late(under_way, lambda broadcast: tell_entrants.enqueue(broadcast.pk), now)


def watch_broadcasts() -> Lookout:
    """Start to look for what is to be told, as long as the process lives."""

    def look() -> bool:
        now = timezone.now()
        return look_for_closing(now) == AT_A_TIME or ask_for_late_broadcasts(now) > 0

    return watch("notices to entrants", LOOK_EVERY_S, look)
