"""What the two statements written by hand save, beside the nearest that the ORM can say.

The ORM has no way to insert rows that a query chooses and to hear which were inserted: beside the journal's
statement it reads, decides and inserts. Nor does it join parts that are each ordered and limited, where
SQLite is: beside the strands' statement it asks for each strand. Both take turns, so that the ratio means the
same on a busy machine; medians of the processor's time are shown.

    python -m benchmarks.statements
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # when it is run as a file

import benchmarks.database  # isort: skip  # noqa: F401  # first: it sets up Django

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchmarks.crowds import crowd
from competitions.embargo.visibility import viewpoint_of_organising
from competitions.models import Attempt, Competition, Move, StateChange
from competitions.outbound.events.reveal_order import Known
from competitions.outbound.events.strands import START, EventKey, Strand, merged
from competitions.play.journal import PendingMove, insert_moves

ROUNDS = 30
PLAYERS = 50
PAGE = 101
MOST_OF_ORM = 2 / 3
"""By hand at least a third is saved, or it is not worth it."""


def insert_by_orm(moves: Sequence[PendingMove]) -> set[tuple[str, int, str]]:
    with transaction.atomic():
        running = Attempt.objects.running().select_for_update(of=("self",)).order_by("pk")
        found = running.select_related("round__competition").filter(
            pk__in=[each.attempt_id for each in moves]
        )
        held = {each.pk: each for each in found}
        taken = Move.objects.filter(attempt__in=held, ply__in={each.ply for each in moves})
        occupied = set(taken.values_list("attempt", "ply"))
        stored = [
            each
            for each in moves
            if (attempt := held.get(each.attempt_id)) is not None
            and attempt.takebacks == each.takebacks
            and not attempt.is_overdue(each.made_at)
            and (each.attempt_id, each.ply) not in occupied
        ]
        Move.objects.bulk_create(
            Move(attempt_id=each.attempt_id, ply=each.ply, text=each.text, made_at=each.made_at)
            for each in stored
        )
    return {each.key for each in stored}


def merged_by_orm(strands: Sequence[Strand], until: int) -> list[EventKey]:
    def keys(strand: Strand) -> list[EventKey]:
        rows: Any = QuerySet(strand.model).filter(
            **strand.rows, event__gt=strand.starts(START), event__lte=until
        )
        if strand.other_than is not None:
            rows = rows.exclude(entry=strand.other_than)
        return [
            EventKey(
                strand.event_type, str(pk), max(event, strand.since), 0 if event > strand.since else event
            )
            for pk, event in rows.order_by("event").values_list("pk", "event")[:PAGE]
        ]

    parts = heapq.merge(*map(keys, strands), key=lambda each: (each.event, each.late))
    return list(islice(parts, PAGE))


def compare(what: str, by_hand: Callable[[], object], by_orm: Callable[[], object]) -> bool:
    """Print both; whether enough is saved by hand."""
    took: dict[Callable[[], object], list[float]] = {by_hand: [], by_orm: []}
    for n in range(ROUNDS + 1):
        for ask, times in took.items():
            start = process_time()
            ask()
            if n:  # the first warms up
                times.append((process_time() - start) * 1e3)
    ratio: float = median(one / other for one, other in zip(*took.values(), strict=True))
    hand, orm = map(median, took.values())
    print(f"{what:44}{hand:10.2f}{orm:10.2f}{ratio:8.2f}")
    return ratio <= MOST_OF_ORM


def opened(competition: Competition) -> Competition:
    """The competition after one more event, with which all rounds are open."""
    event, rounds = competition.events + 1, "o" * len(competition.rounds_in_order)
    StateChange.objects.create(
        competition=competition, event=event, at=timezone.now(), state="running", rounds=rounds
    )
    Competition.objects.filter(pk=competition.pk).update(events=event)
    return Competition.read(competition.pk)


def running_attempts(competition: Competition) -> list[Attempt]:
    entries, round = list(competition.entries.all()), competition.rounds_in_order[-1]
    now = timezone.now()
    return Attempt.objects.bulk_create(
        Attempt(entry=each, player_id=each.player_id, round=round, number=2, started_at=now)
        for each in entries
    )


def main() -> int:
    """Print the figures; the exit status is 1 if a statement by hand saves too little."""
    good = True
    print(f"{'ms of a processor':44}{'by hand':>10}{'ORM':>10}{'ratio':>8}")
    competition = opened(crowd(PLAYERS, rounds=12))
    attempts = running_attempts(competition)
    plies = iter(range(10_000))
    for size in (1, PLAYERS):

        def pending(size: int = size) -> list[PendingMove]:
            ply, now = next(plies), timezone.now()
            return [PendingMove(each.pk, 0, ply, "turn", now, None) for each in attempts[:size]]

        good &= compare(
            f"moves stored together: {size}",
            lambda: insert_moves(pending()),
            lambda: insert_by_orm(pending()),
        )
    known = Known(viewpoint_of_organising(competition, timezone.now()), until=competition.events)
    strands = known.strands()
    assert merged(strands, START, until=known.until, limit=PAGE) == merged_by_orm(strands, known.until)
    good &= compare(
        f"a page of events out of {len(strands)} strands",
        lambda: merged(strands, START, until=known.until, limit=PAGE),
        lambda: merged_by_orm(strands, known.until),
    )
    print(f"\nat most {MOST_OF_ORM:.2f}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
