"""Broadcasts: notices to all entrants of a competition, in batches, each in a short transaction.

Each batch stores which entrant was the last. So another job can continue after a worker has died, and
nobody gets a notice twice. The broadcast about the close of a competition starts an hour before the close. It
goes on until the close, so that entrants who join later get the notice, too.
"""

import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django_tasks import task

from ...jobs.due_rows import DueRows
from ...jobs.watches import Watch, watch
from ...jobs.work import Work
from ...models import Attempt, Broadcast, Competition, Entry, Notice, NoticeType
from ...models.windows import is_over
from .notify import notify

AT_A_TIME: Final = 200
"""How many entrants one transaction notifies at most, and how many competitions `look_for_closing` reads
at most."""

LOOK_EVERY_S: Final = 120.0

PAUSE: Final = timedelta(minutes=1)
"""How long a broadcast waits, when it has notified everybody, before it looks for new entrants."""

CLOSING: Final = timedelta(hours=1)
"""How long before the close of a competition its entrants are notified."""

NEW_HERE: Final = timedelta(minutes=1)
"""How long after joining an entrant gets no notice of the close, because they have just seen the closing
time."""


def begin_broadcast(*, competition: Competition, type: str, until: int | None, now: datetime) -> None:
    """Begin to notify the entrants who joined before event number `until`, or all entrants if `until` is
    None. Do nothing if this broadcast was begun before."""
    with transaction.atomic():
        _, new = Broadcast.objects.get_or_create(
            competition=competition, type=type, defaults={"until": until}
        )
        if new:
            WORK.ask()


@task()
def tell_entrants() -> None:
    """Continue the due broadcasts, for one slice of time."""
    WORK.run(lambda end: BROADCASTS.work_off(lambda broadcast: tell_more(broadcast, end), end))


BROADCASTS: Final = DueRows(Broadcast.objects.all())

WORK: Final = Work("broadcasts", BROADCASTS, tell_entrants)


def tell_more(broadcast: Broadcast, end: float) -> None:
    """Continue a leased broadcast until `time.monotonic()` reaches `end`, until nobody is left to notify for
    now, or until another worker has leased the broadcast."""
    while tell_some(broadcast, timezone.now()):
        if time.monotonic() >= end:
            BROADCASTS.release(broadcast)
            return
    BROADCASTS.release(broadcast, until=timezone.now() + PAUSE)


def tell_some(broadcast: Broadcast, now: datetime) -> bool:
    """Notify the next batch of entrants in one transaction. Return True if the batch was full, so that more
    entrants may be left. Return False if it was not, or if this job has lost its lease of the broadcast."""
    with transaction.atomic():
        if not BROADCASTS.mine(broadcast).filter(due=True).select_for_update(of=("self",)).exists():
            return False
        competition = Competition.read(broadcast.competition_id)
        entries = _next_entries(broadcast, now) if _is_true(broadcast, competition, now) else []
        told: Sequence[Entry] = [entry for entry in entries if entry.disqualified_at is None]
        if broadcast.type == NoticeType.CLOSING:
            told = without_those_who_played(told, competition, now)
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
        over = competition.cancelled_at is not None or competition.state(now) in ("closed", "final")
        broadcast.due = not over if broadcast.type == NoticeType.CLOSING else more
        BROADCASTS.mine(broadcast).update(after=broadcast.after, due=broadcast.due)
    return more


def _is_true(broadcast: Broadcast, competition: Competition, now: datetime) -> bool:
    """Whether what the broadcast says is still true, for example that the competition closes soon."""
    match broadcast.type:
        case NoticeType.CERTIFIED:
            return competition.certified_at is not None
        case NoticeType.CLOSING:
            soon = is_over(competition.closes_at, now + CLOSING)
            return soon and competition.state(now) == "running"
    return competition.state(now) == "running"


def _next_entries(broadcast: Broadcast, now: datetime) -> Sequence[Entry]:
    """Return the next batch of entrants, in the order of joining."""
    entries = Entry.objects.filter(competition=broadcast.competition_id, event__gt=broadcast.after)
    if broadcast.until is not None:
        entries = entries.filter(event__lt=broadcast.until)
    if broadcast.type == NoticeType.CLOSING:
        entries = entries.filter(joined_at__lte=now - NEW_HERE)
    return list(entries.order_by("event")[:AT_A_TIME])


def without_those_who_played(
    entries: Sequence[Entry], competition: Competition, now: datetime
) -> Sequence[Entry]:
    """The entries with a round left to play. An open round is left to play unless the entry's player has
    ended an attempt in it, has begun one within the last hour, or has declared the round done. An ended
    attempt does not count as ended if an organiser granted a fresh one in its place."""
    rounds = [round for round in competition.rounds_in_order if round.state(now) == "open"]
    at_it = Q(ended_at__isnull=False, given_back=False) | Q(started_at__gt=now - CLOSING)
    attempts = Attempt.objects.filter(at_it, entry__in=entries, round__in=rounds)
    played: Collection[tuple[str, int]] = set(attempts.values_list("entry", "round"))
    return [
        entry
        for entry in entries
        if any((entry.pk, round.pk) not in played and not entry.is_done_with(round) for round in rounds)
    ]


def look_for_closing(now: datetime) -> int:
    """Begin the broadcasts about competitions that close within the hour, at most `AT_A_TIME`, and return
    their number. If no competition closes soon, the search takes one query."""
    told = Broadcast.objects.filter(competition=OuterRef("pk"), type=NoticeType.CLOSING)
    soon = Competition.objects.filter(closes_at__gt=now, closes_at__lte=now + CLOSING, certified_at=None)
    found = list(soon.in_state("running", now).exclude(Exists(told)).order_by("closes_at")[:AT_A_TIME])
    for competition in found:
        begin_broadcast(competition=competition, type=NoticeType.CLOSING, until=None, now=now)
    return len(found)


def watch_closing() -> Watch:
    """Start looking regularly for contests that close soon, until the process ends."""
    return watch("closing contests", LOOK_EVERY_S, lambda: look_for_closing(timezone.now()) == AT_A_TIME)
