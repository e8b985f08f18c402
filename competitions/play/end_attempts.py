"""Ending running attempts, one or many at once. Their stored moves become logs.

Replaying is slow, so the games are replayed before any row is locked. With the rows locked, this module only
checks that each attempt is unchanged.
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
from .attempts import Ending, end
from .devices import devices


class TimedMove(NamedTuple):
    """One move of an attempt, and when it was made."""

    text: str
    at: datetime


class Running(NamedTuple):
    """A running attempt: the columns that show whether it has changed since it was read."""

    takebacks: int
    times_out_at: datetime | None
    round_closes_at: datetime | None
    closes_at: datetime | None
    """When the competition closes; None if that is not set."""
    stored: int
    """How many moves of the attempt are stored."""


class ExpectedEnding(NamedTuple):
    """How an attempt will end, unless it changes before the ending is stored."""

    ending: Ending
    stored: int
    """How many moves were stored when the ending was computed."""
    unplayable: bool = False
    """Whether the rules refuse a stored move. The attempt then ends before that move."""

    @property
    def attempt(self) -> Attempt:
        return self.ending.attempt


def expected_endings(attempts: Sequence[Attempt]) -> list[ExpectedEnding]:
    """How these running attempts will end. The attempts must have been read with their rounds and deals. Call
    this before locking rows, since replaying is slow.

    If the rules have changed, they may refuse a stored move. That move and all later ones are then left out,
    so that the attempt can end and does not hold up its round.
    """
    made = _stored_moves(attempts)
    deals = {attempt.round.deal for attempt in attempts}
    opened = {deal: deal.opening for deal in deals}  # each deal is laid out only once
    return [_expected_ending(each, opened[each.round.deal], made.get(each.pk, [])) for each in attempts]


def ending_of(attempt: Attempt, position: Position, made: Sequence[TimedMove]) -> Ending:
    """How an attempt ends at `position`, which the moves `made` have led to."""
    texts = tuple(each.text for each in made)
    played = Replayed(position.game, position.rules, position.table, texts, position.before)
    elapsed_ms = _elapsed_ms([attempt.started_at, *(each.at for each in made)])
    return Ending(attempt, played, elapsed_ms)


def end_as_expected(ends: Sequence[ExpectedEnding], *, now: datetime, waiting: bool = True) -> int:
    """End those attempts, all of one competition, that have not changed since `ends` was computed. Return how
    many were ended.

    Attempts that have ended, or whose moves or deadlines have changed since then, are left out. If `waiting`
    is false, attempts are also left out while another transaction locks their entry, since that transaction
    is probably ending them.
    """
    with transaction.atomic():
        running = _lock_running([each.attempt for each in ends], skip_locked=not waiting)
        unchanged = [each for each in ends if _is_unchanged(each, running.get(each.attempt.pk))]
        end([each.ending for each in unchanged], now=now)
        played = [each.attempt for each in unchanged if not each.unplayable]
        Move.objects.filter(attempt__in=played).delete()
        for each in unchanged:
            if each.unplayable:
                _record_cut(each, now)
            transaction.on_commit(partial(positions.memory.forget, each.attempt.pk))
            transaction.on_commit(partial(devices.changed, each.attempt.pk))
    return len(unchanged)


def end_those_overdue(attempt_ids: Sequence[str], *, now: datetime) -> int:
    """End the overdue ones of these attempts, all of one competition; return how many were ended."""
    running = Attempt.objects.running().filter(pk__in=attempt_ids)
    # The rounds are prefetched, not joined, because most attempts share one.
    rounds = Round.objects.select_related("competition", "deal")
    attempts = running.select_related("entry").prefetch_related(Prefetch("round", rounds)).order_by("pk")
    overdue = [attempt for attempt in attempts if attempt.is_overdue(now)]
    return end_as_expected(expected_endings(overdue), now=now, waiting=False) if overdue else 0


def _expected_ending(attempt: Attempt, opening: Position, made: Sequence[TimedMove]) -> ExpectedEnding:
    position = _last_playable(opening, [each.text for each in made])
    stand = made[: position.ply]
    return ExpectedEnding(ending_of(attempt, position, stand), len(made), unplayable=len(stand) < len(made))


def _stored_moves(attempts: Sequence[Attempt]) -> Mapping[str, Sequence[TimedMove]]:
    """The stored moves in their order, keyed by the attempt's id. Attempts without moves are left out."""
    made: dict[str, list[TimedMove]] = defaultdict(list)
    rows = Move.objects.filter(attempt__in=attempts).order_by("attempt", "ply")
    for attempt_id, text, at in rows.values_list("attempt", "text", "made_at"):
        made[attempt_id].append(TimedMove(text, at))
    return made


def _lock_running(attempts: Collection[Attempt], *, skip_locked: bool) -> dict[str, Running]:
    """Lock the attempts' entries, then the attempts, each in the order of their keys. Return the attempts
    that are still running, keyed by id.

    With `skip_locked`, attempts of entries that another transaction has locked are left out.
    """
    entries = Entry.objects.filter(pk__in={each.entry_id for each in attempts}).order_by("pk")
    held = list(entries.select_for_update(skip_locked=skip_locked).values_list("pk", flat=True))
    theirs = Attempt.objects.filter(pk__in=[each.pk for each in attempts], entry__in=held).order_by("pk")
    ids = list(theirs.select_for_update().values_list("pk", flat=True))
    # The attempts are read again, since they may have changed before the locks were taken.
    running = Attempt.objects.running().filter(pk__in=ids).annotate(stored=Count("moves"))
    rows = running.values_list(
        "pk", "takebacks", "times_out_at", "round__closes_at", "round__competition__closes_at", "stored"
    )
    return {row[0]: Running(*row[1:]) for row in rows}


def _last_playable(opening: Position, moves: Sequence[str]) -> Position:
    """The position after all stored moves, or before the first move that the rules refuse."""
    try:
        played = replay_from(opening, moves)
    except Exception:  # the attempt must end, whatever is wrong with its moves
        played = None
    if isinstance(played, Replayed):
        return played.position
    return positions.play_stored(opening, moves, despite=Exception)[0]


def _elapsed_ms(moments: Sequence[datetime]) -> int:
    """The milliseconds from the first moment to the last. If the clock was set back between two moments, the
    time between these two counts as 0."""
    passed = (max(later - earlier, timedelta()) for earlier, later in pairwise(moments))
    return sum(passed, timedelta()) // timedelta(milliseconds=1)


def _is_unchanged(expected: ExpectedEnding, found: Running | None) -> bool:
    if found is None:
        return False
    attempt, round = expected.attempt, expected.attempt.round
    windows = (attempt.times_out_at, round.closes_at, round.competition.closes_at)
    return (attempt.takebacks, *windows, expected.stored) == found


def _record_cut(ended: ExpectedEnding, now: datetime) -> None:
    """Record in the audit trail that an attempt ended before a move that the rules refuse. All moves of the
    attempt stay stored.
    """
    attempt, stands = ended.attempt, ended.ending.played.ply
    record_act(
        hold(attempt.round.competition_id),
        round=attempt.round,
        act="cut",
        facts={"attempt": attempt.pk, "stands": stands, "stored": ended.stored},
        at=now,
    )
