"""Playing a deal on the server, move by move. Every change is stored before the player gets the answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.game import Position
from games.teaching import describe

from ..ledger.ledger import CompetitionChange, record
from ..metrics import MOVES
from ..models import Attempt, Entry, Move, Play, Round
from ..refusals import Refusal
from ..translatable import language_of_games, with_facts
from . import positions
from .attempts import begin, disqualified, end, lock_attempt, lock_entry
from .devices import devices
from .end_attempts import ExpectedEnding, TimedMove, end_as_expected, ending_of, expected_endings
from .incoming_moves import (
    Changed,
    last_move,
    new_moves,
    no_undo,
    play_all,
    refusal_at,
    refused_move,
    require_reached,
    try_again_if_changed,
)

View = dict[str, Any]


MOST_AT_ONCE: Final = 250
"""The greatest number of moves in one transaction. Other requests can write between two transactions."""


@dataclass(frozen=True)
class Snapshot:
    """An attempt and the position that it has reached."""

    attempt: Attempt
    position: Position
    stands: bool = True
    """False if today's rules refuse the stored move that follows `position`. Then the player can only take
    moves back or end the attempt."""

    @property
    def view(self) -> View:
        return describe(self.position, language_of_games())

    @property
    def moves(self) -> list[str]:
        """The moves made so far, read from the database."""
        return _texts(self.attempt, 0, self.position.ply)


def running_at(*, entry: Entry, round: Round, now: datetime) -> Snapshot | None:
    """Return the entry's running attempt at the round, or None. An overdue attempt is ended first.

    Ending may replay a whole game. So call this before the transaction of `start_attempt`, not in it.
    """
    attempt = Attempt.running_of(entry, round)
    if attempt is None:
        return None
    snapshot = resume(attempt_id=attempt.pk, now=now)
    return snapshot if snapshot.attempt.ended_at is None else None


def start_attempt(*, entry: Entry, round: Round, now: datetime) -> tuple[Snapshot, bool]:
    """Return the entry's running attempt at the round, or a new one; and whether it is new.

    Raises what `begin` raises, and `wrong_state` if the last attempt is overdue, but not ended yet.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        running = Attempt.running_of(entry, round)
        if running is not None:
            if running.is_overdue(now):
                raise Refusal("wrong_state", _("Your last attempt is just being ended; try again."))
            return snapshot_of(running), False
        attempt = begin(entry=entry, round=round, now=now)
        snapshot = Snapshot(attempt, attempt.round.deal.opening)
        if snapshot.position.table.finished:  # a deal may be over before the first move
            end([ending_of(attempt, snapshot.position, ())], now=attempt.started_at)
        else:
            attempt.save(force_insert=True)
            record(CompetitionChange(attempt.round.competition, entries=[entry]), now=attempt.started_at)
        return snapshot, True


def snapshot_of(attempt: Attempt) -> Snapshot:
    """The attempt, running or ended, with its position."""
    if attempt.ended_at is None:
        reached = positions.current(attempt)
        if reached is not None:
            attempt.takebacks = reached.takebacks
            return Snapshot(attempt, reached.position, reached.stands)
        attempt = Attempt.read(attempt.pk)  # the attempt has just ended
    return Snapshot(attempt, positions.position_after(attempt.round.deal, attempt.log.moves))


def resume(*, attempt_id: str, now: datetime) -> Snapshot:
    """Return the attempt with its position. An overdue attempt is ended first."""

    def read() -> Snapshot:
        snapshot = _read(attempt_id)
        return _end(snapshot, now) if snapshot.attempt.is_overdue(now) else snapshot

    return _try_again_if_changed(attempt_id, read)


def play_moves(*, attempt_id: str, ply: int, moves: Sequence[str], now: datetime) -> Snapshot:
    """Play `moves` from `ply` on and store them. Moves that are stored at their plies already are not stored
    again, so a request can be repeated.

    If any of the moves is new and the attempt has ended, raises `attempt_finished`, or `disqualified` if the
    attempt's entry is disqualified. Raises `stale_ply` if another move is stored at one of the plies, or if
    fewer than `ply` moves were made. If the rules refuse a move, the moves before it are stored, and the
    refusal has the rules' code and the move's `ply`. All of these refusals contain the current `view`.
    """

    def play_on() -> Snapshot:
        snapshot = resume(attempt_id=attempt_id, now=now)
        return _play_on(snapshot, _moves_to_store(snapshot, ply, moves), now)

    return _try_again_if_changed(attempt_id, play_on)


def take_back(*, attempt_id: str, ply: int, now: datetime) -> Snapshot:
    """Take back the moves from `ply` on. Raises `no_undo` if `may_take_back` is false, `attempt_finished` if
    the attempt has ended (`disqualified` if its entry is disqualified), and `stale_ply` if fewer than `ply`
    moves were made."""

    def go_back() -> Snapshot:
        snapshot = resume(attempt_id=attempt_id, now=now)
        _require_way_back(snapshot, ply)
        if ply == snapshot.position.ply and snapshot.stands:
            return snapshot
        return _take_back(snapshot, ply, now)

    return _try_again_if_changed(attempt_id, go_back)


def finish(*, attempt_id: str, now: datetime) -> Snapshot:
    """End the attempt. It counts as given up if its game is not over. An attempt that has already ended is
    not changed."""

    def give_up() -> Snapshot:
        snapshot = _read(attempt_id)
        return _end(snapshot, now) if snapshot.attempt.ended_at is None else snapshot

    return _try_again_if_changed(attempt_id, give_up)


def may_take_back(round: Round) -> bool:
    """Whether moves may be taken back. Open play always allows it; sealed play allows it only if the deal
    hides no cards."""
    return round.competition.play == Play.OPEN or not round.deal.hides_cards


def _try_again_if_changed(attempt_id: str, act: Callable[[], Snapshot]) -> Snapshot:
    return try_again_if_changed(act, lambda: _read(attempt_id).position)


def _read(attempt_id: str) -> Snapshot:
    return snapshot_of(Attempt.read(attempt_id))


def _end(snapshot: Snapshot, now: datetime) -> Snapshot:
    """End the attempt at its position. Raises Changed if the attempt was changed after it was read."""
    [last] = expected_endings([snapshot.attempt])
    if not end_as_expected([last], now=now):
        raise Changed
    return Snapshot(last.attempt, last.ending.played.position)


def _moves_to_store(snapshot: Snapshot, ply: int, moves: Sequence[str]) -> Sequence[str]:
    """Those of `moves` that are not stored yet. Raises Refusal if `moves` do not fit the stored moves, or if
    any of `moves` is new and the attempt has ended. Raises Changed if the attempt was changed after the
    snapshot was read."""
    position = snapshot.position
    require_reached(position, ply)
    stored = _texts_as_seen(snapshot, ply, min(ply + len(moves), position.ply))
    new = new_moves(moves, position, ply, stored)
    if new:
        _require_running(snapshot)
    if new and not snapshot.stands:
        sentence = _("Another move is stored at ply %(ply)d, and cannot be played.")
        raise refusal_at(position, "stale_ply", with_facts(sentence, ply=position.ply))
    return new


def _play_on(snapshot: Snapshot, moves: Sequence[str], now: datetime) -> Snapshot:
    """Play and store the moves, `MOST_AT_ONCE` at a time. Raises Refusal for a refused move. Raises Changed
    if the attempt was changed after the snapshot was read."""
    for start in range(0, len(moves), MOST_AT_ONCE):
        made, refused = play_all(snapshot.position, moves[start : start + MOST_AT_ONCE])
        if made:
            store = _store_the_end if made[-1].table.finished else _store
            snapshot = store(snapshot, made, now)
            MOVES.inc(len(made))
        if refused is not None:
            raise refused_move(snapshot.position, refused)
    return snapshot


def _store(snapshot: Snapshot, made: Sequence[Position], now: datetime) -> Snapshot:
    """Store the moves that led to the positions `made`. Raises Changed if the attempt was changed after the
    snapshot was read."""
    attempt = snapshot.attempt
    rows = [Move(attempt=attempt, ply=each.ply - 1, text=last_move(each), made_at=now) for each in made]
    with transaction.atomic():
        _require_unchanged(snapshot, now)
        Move.objects.bulk_create(rows)
        return _remember(Snapshot(attempt, made[-1]))


def _store_the_end(snapshot: Snapshot, made: Sequence[Position], now: datetime) -> Snapshot:
    """End the attempt with the moves that led to the positions `made`. These moves are written to its
    log, but get no `Move` rows. Raises Changed if the attempt was changed after the snapshot was read."""
    attempt, position, before = snapshot.attempt, made[-1], snapshot.position.ply
    stored = [TimedMove(*row) for row in attempt.moves.filter(ply__lt=before).values_list("text", "made_at")]
    moves = [*stored, *(TimedMove(last_move(each), now) for each in made)]
    last = ExpectedEnding(ending_of(attempt, position, moves), before)
    if len(stored) < before or not end_as_expected([last], now=now):
        raise Changed
    return Snapshot(attempt, position)


def _require_running(snapshot: Snapshot) -> None:
    """If the attempt has ended, raises `disqualified` for a disqualified entry, and `attempt_finished` for
    any other."""
    if snapshot.attempt.ended_at is None:
        return
    if snapshot.attempt.entry.disqualified_at is not None:
        refusal = disqualified()
        raise refusal_at(snapshot.position, refusal.code, refusal.detail)
    raise refusal_at(snapshot.position, "attempt_finished", _("This attempt has ended."))


def _require_way_back(snapshot: Snapshot, ply: int) -> None:
    """Raises Refusal if the moves from `ply` on cannot be taken back."""
    attempt = snapshot.attempt
    if not may_take_back(attempt.round):
        raise no_undo(snapshot.position)
    _require_running(snapshot)
    require_reached(snapshot.position, ply)


def _take_back(snapshot: Snapshot, ply: int, now: datetime) -> Snapshot:
    """Delete the moves from `ply` on. Raises Changed if the attempt was changed after the snapshot was
    read."""
    attempt = snapshot.attempt
    position = positions.position_after(attempt.round.deal, _texts_as_seen(snapshot, 0, ply))
    with transaction.atomic():
        _require_unchanged(snapshot, now)
        attempt.moves.filter(ply__gte=ply).delete()
        attempt.takebacks += 1
        attempt.save(update_fields=["takebacks"])
        return _remember(Snapshot(attempt, position))


def _require_unchanged(snapshot: Snapshot, now: datetime) -> None:
    """Lock the attempt. Raises Changed if the attempt has ended or is overdue, or if its stored moves are not
    those of the snapshot."""
    attempt = lock_attempt(snapshot.attempt.pk)
    stored = positions.stored(attempt)
    if attempt.ended_at is not None or attempt.is_overdue(now):
        raise Changed
    if (
        attempt.takebacks != snapshot.attempt.takebacks
        or (stored == snapshot.position.ply) != snapshot.stands
    ):
        raise Changed


def _remember(snapshot: Snapshot) -> Snapshot:
    positions.remember_position(
        snapshot.attempt.pk, positions.Reached(snapshot.position, snapshot.attempt.takebacks)
    )
    transaction.on_commit(partial(devices.changed, snapshot.attempt.pk))
    return snapshot


def _texts(attempt: Attempt, start: int, stop: int) -> list[str]:
    """The moves from ply `start` up to, but without, ply `stop`."""
    if start >= stop:
        return []
    if attempt.ended_at is not None:
        return attempt.log.moves[start:stop]
    return [text for text, _ in positions.stored_moves(attempt, start, stop)]


def _texts_as_seen(snapshot: Snapshot, start: int, stop: int) -> list[str]:
    """The moves from ply `start` up to, but without, ply `stop`, on the way to the snapshot's position.
    Raises Changed if they are no longer stored."""
    attempt = snapshot.attempt
    if start >= stop or attempt.ended_at is not None:
        return _texts(attempt, start, stop)
    rows = positions.stored_moves(attempt, start, stop)
    if len(rows) < stop - start or rows[0][1] != attempt.takebacks:
        raise Changed
    return [text for text, _ in rows]
