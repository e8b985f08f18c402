"""Ending attempts where they stand, one or many at once: the stored moves become the logs.

The games are played through before anything is locked. Under the lock it is
only looked whether each attempt is still as it was read then.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count

from games.game import Position
from games.replay import Replayed, replay

from ..models import Act, Attempt, Deal, Entry, Move, Round
from . import positions
from .attempts import Ending, end
from .devices import devices

SERVICE: Final = "Evendeal"
"""Who acts in the trail where nobody did."""


class Made(NamedTuple):
    """One move of an attempt, and when it was made."""

    text: str
    at: datetime


class Prepared(NamedTuple):
    """How an attempt will end, if it is still as it was when this was worked out."""

    ending: Ending
    stored: int
    """How many moves of it were stored then."""
    unplayable: bool = False
    """Whether the rules refuse one of them, so that it ends before that one."""

    @property
    def attempt(self) -> Attempt:
        return self.ending.attempt


def prepared(attempts: Sequence[Attempt]) -> list[Prepared]:
    """How running attempts, each `with_deal` at hand, end where they stand: slow, so before any lock.

    A stored move that the rules refuse, which no move can be that was stored by
    these rules, is left out with all that follow it, so that no attempt holds up
    its round.
    """
    made: dict[str, list[Made]] = defaultdict(list)
    rows = Move.objects.filter(attempt__in=[attempt.pk for attempt in attempts]).order_by("attempt_id", "ply")
    for attempt_id, text, at in rows.values_list("attempt_id", "text", "made_at"):
        made[attempt_id].append(Made(text, at))
    return [_prepared(attempt, made[attempt.pk]) for attempt in attempts]


def ending_of(attempt: Attempt, position: Position, made: Sequence[Made]) -> Ending:
    """The ending of an attempt that stands at `position` by the moves that were `made`."""
    played = Replayed(position.game, position.rules, position.table, tuple(each.text for each in made))
    return Ending(attempt, played, _elapsed_ms([attempt.started_at, *(each.at for each in made)]))


def end_prepared(ends: Sequence[Prepared], *, now: datetime, waiting: bool = True) -> dict[str, Attempt]:
    """End those of some attempts of one competition that are as they were, and give them by id.

    Left out is one that has ended, moved on or been put off since. With
    `waiting` false, one whose entry another process holds is left out too, as
    that process is most likely ending its attempts.
    """
    with transaction.atomic():
        unchanged = _locked(ends, skip_locked=not waiting)
        end([each.ending for each in unchanged], now=now)
        Move.objects.filter(
            attempt__in=[each.attempt.pk for each in unchanged if not each.unplayable]
        ).delete()
        for each in unchanged:
            if each.unplayable:
                _cut_short(each, now)
            transaction.on_commit(partial(positions.memory.forget, each.attempt.pk))
            transaction.on_commit(partial(devices.changed, each.attempt.pk))
    return len(unchanged)


def end_those_overdue(attempt_ids: Sequence[str], *, now: datetime) -> int:
    """End those of some attempts of one competition whose time is over, and give how many."""
    running = Attempt.objects.running().filter(pk__in=attempt_ids)
    attempts = running.select_related("entry", "round__competition", "round__deal").order_by("pk")
    overdue = [attempt for attempt in attempts if attempt.is_overdue(now)]
    return end_prepared(prepared(overdue), now=now, waiting=False) if overdue else 0


def _prepared(attempt: Attempt, made: Sequence[Made]) -> Prepared:
    position = _as_far_as_it_goes(attempt.round.deal, [each.text for each in made])
    stand = made[: position.ply]
    return Prepared(ending_of(attempt, position, stand), len(made), unplayable=len(stand) < len(made))


def _as_far_as_it_goes(deal: Deal, moves: Sequence[str]) -> Position:
    """The position after as many stored moves as the rules accept: all of them, or something is wrong."""
    try:
        played = replay(deal.game, deal.seed, deal.rules, moves)
    except Exception:  # whatever it is, this game has to end
        played = None
    if isinstance(played, Replayed):
        return played.position
    return positions.played_on(positions.opening(deal), moves, despite=Exception)[0]


def _elapsed_ms(moments: Sequence[datetime]) -> int:
    """The time from the first of some moments to the last; where the clock was set back, none passes."""
    passed = (max(later - earlier, timedelta()) for earlier, later in pairwise(moments))
    return sum(passed, timedelta()) // timedelta(milliseconds=1)


def _locked(ends: Sequence[Prepared], *, skip_locked: bool) -> list[Prepared]:
    """Those whose attempts are as they were: their entries' rows, read anew, and their own are held."""
    entry_ids, attempt_ids = {each.attempt.entry_id for each in ends}, [each.attempt.pk for each in ends]
    held = Entry.objects.select_for_update(skip_locked=skip_locked).filter(pk__in=entry_ids).order_by("pk")
    entries = {pk: (gain, played) for pk, gain, played in held.values_list("pk", "gain", "played")}
    running = Attempt.objects.running().filter(pk__in=attempt_ids, entry__in=list(entries))
    rows = running.select_for_update().order_by("pk").values_list("pk", "takebacks", "times_out_at")
    found = {pk: facts for pk, *facts in rows}
    # Only now: a move that was on its way had to be waited for.
    moves = Move.objects.filter(attempt__in=list(found)).order_by()
    stored = dict(moves.values_list("attempt").annotate(Count("pk")))
    closing = _windows({each.attempt.round_id for each in ends})
    unchanged = []
    for each in ends:
        attempt = each.attempt
        as_read = [attempt.takebacks, attempt.times_out_at]
        if found.get(attempt.pk) != as_read or stored.get(attempt.pk, 0) != each.stored:
            continue
        if closing[attempt.round_id] != (attempt.round.closes_at, attempt.round.competition.closes_at):
            continue
        attempt.entry.gain, attempt.entry.played = entries[attempt.entry_id]
        unchanged.append(each)
    return unchanged


def _windows(round_ids: set[int]) -> Mapping[int, tuple[datetime | None, datetime | None]]:
    """When each round closes, and when its competition does, as it is now."""
    rounds = Round.objects.filter(pk__in=round_ids).values_list("pk", "closes_at", "competition__closes_at")
    return {pk: (own, of_all) for pk, own, of_all in rounds}


def _cut_short(ended: Prepared, now: datetime) -> None:
    """Put on record that an attempt ended before its last stored moves, which stay stored as they are."""
    attempt, stands = ended.attempt, ended.ending.played.ply
    Act.objects.create(
        competition_id=attempt.round.competition_id,
        round=attempt.round,
        staff=SERVICE,
        act="cut",
        reason=f"Attempt {attempt.pk} ended after {stands} of its {ended.stored} stored moves: "
        "the rules refuse the next one.",
        at=now,
    )
