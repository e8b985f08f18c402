"""Ending attempts at their positions, one or many at once: the stored moves become the logs.

The games are played through before anything is locked. Under the lock it is only
checked whether each attempt is still as it was read before.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Prefetch

from games.game import Position
from games.replay import Replayed, replay_from

from ..ledger.acts import record_act
from ..ledger.ledger import hold
from ..models import Attempt, Entry, Move, Round
from . import positions
from .attempts import Ending, end, log_text
from .devices import devices


class TimedMove(NamedTuple):
    """One move of an attempt, and when it was made."""

    text: str
    at: datetime


class Running(NamedTuple):
    """What the database has for one running attempt."""

    takebacks: int
    times_out_at: datetime | None
    round_closes_at: datetime | None
    closes_at: datetime | None
    """The competition's."""
    stored: int
    """How many of its moves are stored."""


class ExpectedEnding(NamedTuple):
    """How an attempt will end, if it has not changed since this was worked out."""

    ending: Ending
    stored: int
    """How many of its moves were stored then."""
    unplayable: bool = False
    """Whether the rules refuse one of them, so that the attempt ends before that move."""

    @property
    def attempt(self) -> Attempt:
        return self.ending.attempt


def expected_endings(attempts: Sequence[Attempt]) -> list[ExpectedEnding]:
    """How running attempts, read `with_deal`, end at their positions: slow, so before any lock.

    If the rules refuse a stored move, that move and all after it are left out, so that
    no attempt holds up its round. It cannot happen to moves stored under these rules.
    """
    made = _made(attempts)
    deals = {attempt.round.deal for attempt in attempts}
    opened = {deal: deal.opening for deal in deals}  # dealt once for all who play it
    return [_expected_ending(each, opened[each.round.deal], made.get(each.pk, [])) for each in attempts]


def ending_of(attempt: Attempt, position: Position, made: Sequence[TimedMove]) -> Ending:
    """The ending of an attempt that stands at `position` by the moves that were `made`."""
    texts = tuple(each.text for each in made)
    played = Replayed(position.game, position.rules, position.table, texts, position.before)
    elapsed_ms = _elapsed_ms([attempt.started_at, *(each.at for each in made)])
    return Ending(attempt, played, elapsed_ms, log_text(played))


def end_as_expected(ends: Sequence[ExpectedEnding], *, now: datetime, waiting: bool = True) -> int:
    """End those of some attempts of one competition that have not changed, and give how many.

    Attempts that have ended, moved on or got another deadline are left out. With
    `waiting` false, so are those whose entry another process has locked, which is
    probably ending them.
    """
    with transaction.atomic():
        now_so = _held([each.attempt for each in ends], skip_locked=not waiting)
        unchanged = [each for each in ends if _is_as_it_was(each, now_so.get(each.attempt.pk))]
        end([each.ending for each in unchanged], now=now)
        played = [each.attempt for each in unchanged if not each.unplayable]
        Move.objects.filter(attempt__in=played).delete()
        for each in unchanged:
            if each.unplayable:
                _cut_short(each, now)
            transaction.on_commit(partial(positions.memory.forget, each.attempt.pk))
            transaction.on_commit(partial(devices.changed, each.attempt.pk))
    return len(unchanged)


def end_those_overdue(attempt_ids: Sequence[str], *, now: datetime) -> int:
    """End those of some attempts of one competition that are overdue, and give how many."""
    running = Attempt.objects.running().filter(pk__in=attempt_ids)
    rounds = Round.objects.select_related("competition", "deal")  # each of them once, as most share one
    attempts = running.select_related("entry").prefetch_related(Prefetch("round", rounds)).order_by("pk")
    overdue = [attempt for attempt in attempts if attempt.is_overdue(now)]
    return end_as_expected(expected_endings(overdue), now=now, waiting=False) if overdue else 0


def _expected_ending(attempt: Attempt, opening: Position, made: Sequence[TimedMove]) -> ExpectedEnding:
    position = _as_far_as_it_goes(opening, [each.text for each in made])
    stand = made[: position.ply]
    return ExpectedEnding(ending_of(attempt, position, stand), len(made), unplayable=len(stand) < len(made))


def _made(attempts: Sequence[Attempt]) -> Mapping[str, Sequence[TimedMove]]:
    """The stored moves of each attempt, in their order; nothing for one that has none."""
    made: dict[str, list[TimedMove]] = defaultdict(list)
    rows = Move.objects.filter(attempt__in=attempts).order_by("attempt", "ply")
    for attempt_id, text, at in rows.values_list("attempt", "text", "made_at"):
        made[attempt_id].append(TimedMove(text, at))
    return made


def _held(attempts: Collection[Attempt], *, skip_locked: bool) -> dict[str, Running]:
    """Those of the attempts that are running, by id.

    This locks the rows of their entries, then their own, each in the order of their
    keys; with `skip_locked`, entries that are locked already are left out.
    """
    entries = Entry.objects.filter(pk__in={each.entry_id for each in attempts}).order_by("pk")
    held = list(entries.select_for_update(skip_locked=skip_locked).values_list("pk", flat=True))
    theirs = Attempt.objects.filter(pk__in=[each.pk for each in attempts], entry__in=held).order_by("pk")
    ids = list(theirs.select_for_update().values_list("pk", flat=True))
    # Read again, as they may have changed while this waited.
    running = Attempt.objects.running().filter(pk__in=ids).annotate(stored=Count("moves"))
    rows = running.values_list(
        "pk", "takebacks", "times_out_at", "round__closes_at", "round__competition__closes_at", "stored"
    )
    return {row[0]: Running(*row[1:]) for row in rows}


def _as_far_as_it_goes(opening: Position, moves: Sequence[str]) -> Position:
    """The position after as many stored moves as the rules accept: all of them, or something is wrong."""
    try:
        played = replay_from(opening, moves)
    except Exception:  # whatever the error is, this game must end
        played = None
    if isinstance(played, Replayed):
        return played.position
    return positions.played_on(opening, moves, despite=Exception)[0]


def _elapsed_ms(moments: Sequence[datetime]) -> int:
    """The time that passes from each moment to the next, in all; a step back of the clock counts as none."""
    passed = (max(later - earlier, timedelta()) for earlier, later in pairwise(moments))
    return sum(passed, timedelta()) // timedelta(milliseconds=1)


def _is_as_it_was(expected: ExpectedEnding, found: Running | None) -> bool:
    """Whether the attempt has not changed since it was read."""
    if found is None:
        return False
    attempt, round = expected.attempt, expected.attempt.round
    windows = (attempt.times_out_at, round.closes_at, round.competition.closes_at)
    return (attempt.takebacks, *windows, expected.stored) == found


def _cut_short(ended: ExpectedEnding, now: datetime) -> None:
    """Record that an attempt ended before its last stored moves, which stay stored."""
    attempt, stands = ended.attempt, ended.ending.played.ply
    record_act(
        hold(attempt.round.competition_id),
        round=attempt.round,
        act="cut",
        reason=f"Attempt {attempt.pk} ended after {stands} of its {ended.stored} stored moves: "
        "the rules refuse the next one.",
        at=now,
    )
