"""Ending attempts at their positions, one or many at once: the stored moves become the logs.

The games are played through before anything is locked. Under the lock it is only
checked whether each attempt is still as it was read before.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Prefetch

from games.game import Position
from games.replay import Replayed, replay_from

from ..models import Attempt, Round
from ..recording.acts import record_act
from ..recording.numbers import hold
from . import ending_rows, positions
from .attempts import Ending, end, log_text
from .devices import devices
from .ending_rows import Made, Running

SERVICE: Final = "Evendeal"
"""The name in the audit trail for what the service itself did."""


class Prepared(NamedTuple):
    """How an attempt will end, if it has not changed since this was worked out."""

    ending: Ending
    stored: int
    """How many of its moves were stored then."""
    unplayable: bool = False
    """Whether the rules refuse one of them, so that the attempt ends before that move."""

    @property
    def attempt(self) -> Attempt:
        return self.ending.attempt


def prepared(attempts: Sequence[Attempt]) -> list[Prepared]:
    """How running attempts, read `with_deal`, end at their positions: slow, so before any lock.

    If the rules refuse a stored move, that move and all after it are left out, so that
    no attempt holds up its round. It cannot happen to moves stored under these rules.
    """
    made = ending_rows.made([attempt.pk for attempt in attempts])
    deals = {attempt.round.deal for attempt in attempts}
    opened = {deal: deal.opening for deal in deals}  # dealt once for all who play it
    return [_prepared(each, opened[each.round.deal], made.get(each.pk, [])) for each in attempts]


def ending_of(attempt: Attempt, position: Position, made: Sequence[Made]) -> Ending:
    """The ending of an attempt that stands at `position` by the moves that were `made`."""
    texts = tuple(each.text for each in made)
    played = Replayed(position.game, position.rules, position.table, texts, position.before)
    elapsed_ms = _elapsed_ms([attempt.started_at, *(each.at for each in made)])
    return Ending(attempt, played, elapsed_ms, log_text(played))


def end_prepared(ends: Sequence[Prepared], *, now: datetime, waiting: bool = True) -> int:
    """End those of some attempts of one competition that have not changed, and give how many.

    Attempts that have ended, moved on or got another deadline are left out. With
    `waiting` false, so are those whose entry another process has locked, which is
    probably ending them.
    """
    with transaction.atomic():
        now_so = ending_rows.look_up([each.attempt for each in ends], skip_locked=not waiting)
        unchanged = [each for each in ends if _is_as_it_was(each, now_so.get(each.attempt.pk))]
        end([each.ending for each in unchanged], now=now)
        ending_rows.forget_moves([each.attempt.pk for each in unchanged if not each.unplayable])
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
    return end_prepared(prepared(overdue), now=now, waiting=False) if overdue else 0


def _prepared(attempt: Attempt, opening: Position, made: Sequence[Made]) -> Prepared:
    position = _as_far_as_it_goes(opening, [each.text for each in made])
    stand = made[: position.ply]
    return Prepared(ending_of(attempt, position, stand), len(made), unplayable=len(stand) < len(made))


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


def _is_as_it_was(prepared: Prepared, found: Running | None) -> bool:
    """Whether the attempt has not changed since it was read."""
    if found is None:
        return False
    attempt, round = prepared.attempt, prepared.attempt.round
    windows = (attempt.times_out_at, round.closes_at, round.competition.closes_at)
    return (attempt.takebacks, *windows, prepared.stored) == found


def _cut_short(ended: Prepared, now: datetime) -> None:
    """Record that an attempt ended before its last stored moves, which stay stored."""
    attempt, stands = ended.attempt, ended.ending.played.ply
    record_act(
        hold(attempt.round.competition_id),
        round=attempt.round,
        staff=SERVICE,
        act="cut",
        reason=f"Attempt {attempt.pk} ended after {stands} of its {ended.stored} stored moves: "
        "the rules refuse the next one.",
        at=now,
    )
