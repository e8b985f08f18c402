"""Ending attempts where they stand, one or many at once: the stored moves become the logs."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from games.replay import Replayed

from ..models import Attempt, Entry, Move
from . import positions
from .attempts import Ending, end
from .devices import devices

Made = list[tuple[str, datetime]]
"""The moves of an attempt in order, each with its time."""


def end_here(attempts: Sequence[Attempt], *, now: datetime) -> None:
    """End running attempts of one competition; from here on their moves are their logs.

    To be called with their entries' rows and their own locked.
    """
    made: dict[str, Made] = defaultdict(list)
    moves = Move.objects.filter(attempt__in=[attempt.pk for attempt in attempts])
    in_order = moves.order_by("attempt_id", "ply").values_list("attempt_id", "text", "made_at")
    for attempt_id, text, made_at in in_order:
        made[attempt_id].append((text, made_at))
    end([_ending(attempt, made[attempt.pk]) for attempt in attempts], now=now)
    moves.delete()
    for attempt in attempts:
        transaction.on_commit(partial(positions.memory.forget, attempt.pk))
        transaction.on_commit(partial(devices.changed, attempt.pk))


def end_those_overdue(attempt_ids: Sequence[str], *, now: datetime) -> int:
    """End those of some attempts of one competition whose time is over, and give how many.

    Whose time was put off goes on. An entry that another process holds is
    left out, as that process is most likely ending its attempts too.
    """
    with transaction.atomic():
        entries = Entry.objects.select_for_update(of=("self",), skip_locked=True)
        held = {entry.pk for entry in entries.filter(attempts__in=attempt_ids).order_by("pk")}
        running = Attempt.objects.select_for_update(of=("self",)).running()
        attempts = (
            running.filter(pk__in=attempt_ids, entry__in=held)
            .select_related("entry", "round__competition", "round__deal")
            .order_by("pk")
        )
        overdue = [attempt for attempt in attempts if attempt.is_overdue(now)]
        end_here(overdue, now=now)
    return len(overdue)


def _ending(attempt: Attempt, made: Made) -> Ending:
    moves = tuple(text for text, _ in made)
    position = positions.after(attempt.round.deal, moves)
    played = Replayed(position.game, position.rules, position.table, moves)
    elapsed = made[-1][1] - attempt.started_at if made else timedelta()
    return Ending(attempt, played, elapsed // timedelta(milliseconds=1))
