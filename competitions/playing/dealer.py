"""Playing a deal on the server: begin, move, take back, finish. What is stored is answered, nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.game import Position
from games.replay import Refused, play
from games.views import view

from ..live.announcing import announce_change
from ..models import Attempt, Entry, Move, Play, Round
from ..refusals import Refusal
from . import positions
from .attempts import begin, lock_entry
from .devices import devices
from .ending import end_here

View = dict[str, Any]


@dataclass(frozen=True)
class Snapshot:
    """An attempt and where it stands."""

    attempt: Attempt
    position: Position

    @property
    def view(self) -> View:
        return view(self.position)

    @property
    def moves(self) -> list[str]:
        """The moves made so far, read from where they are stored."""
        return list(_stored_moves(self.attempt, 0, self.position.ply))


def start_attempt(*, entry: Entry, round: Round, now: datetime) -> tuple[Snapshot, bool]:
    """The entry's running attempt at the round, and whether it is new; the clock of a new one starts.

    Raises `round_not_open` and `no_attempts_left`.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        running = entry.attempts.running().filter(round=round).first()
        if running is not None:
            # If no other may begin, this end is undone, and the watch brings it about.
            snapshot = _in_time(_locked_snapshot(running.pk), now)
            if snapshot.attempt.ended_at is None:
                return snapshot, False
        attempt = begin(entry=entry, round=round, now=now)
        snapshot = Snapshot(attempt, positions.opening(attempt.round.deal))
        if snapshot.position.table.finished:  # a deal may be over before the first move
            end_here([attempt], now=now)
        else:
            attempt.save(force_insert=True)
            announce_change(entry.competition)
        return snapshot, True


def snapshot_of(attempt: Attempt) -> Snapshot:
    """The attempt as it stands, running or ended."""
    if attempt.ended_at is None:
        position = positions.current(attempt)
        if position is not None:
            return Snapshot(attempt, position)
        attempt = Attempt.objects.with_deal().get(pk=attempt.pk)  # it ended just now
    return Snapshot(attempt, positions.after(attempt.round.deal, json.loads(attempt.log.moves)))


def resume(*, attempt_id: str, now: datetime) -> Snapshot:
    """The attempt as it stands; one whose time is over is ended first."""
    snapshot = snapshot_of(Attempt.objects.with_deal().get(pk=attempt_id))
    return finish_overdue(attempt_id=attempt_id, now=now) if snapshot.attempt.is_overdue(now) else snapshot


def play_moves(*, attempt_id: str, ply: int, moves: Sequence[str], now: datetime) -> Snapshot:
    """Play `moves` from `ply` on, and store what stands before anything is answered.

    Moves that are stored already at those plies, if the same, are a repeat: a
    batch half stored is played on.

    Raises `stale_ply` when another move is stored there or `ply` is ahead,
    `attempt_finished`, and the codes of a move that does not stand, with its
    `ply`; the moves before it do. All of these carry the current `view`.
    """
    with transaction.atomic():
        snapshot = _in_time(_locked_snapshot(attempt_id), now)
        snapshot, refusal = _played(snapshot, ply, moves, now)
    if refusal is not None:
        raise refusal
    return snapshot


def take_back(*, attempt_id: str, ply: int, now: datetime) -> Snapshot:
    """Back to `ply`.

    Raises `no_undo`, `attempt_finished`, and `stale_ply` for a ply that is ahead.
    """
    with transaction.atomic():
        snapshot = _in_time(_locked_snapshot(attempt_id), now)
        refusal = _no_way_back(snapshot, ply)
        if refusal is None and ply < snapshot.position.ply:
            snapshot = _taken_back(snapshot, ply)
    if refusal is not None:
        raise refusal
    return snapshot


def finish(*, attempt_id: str, now: datetime) -> Snapshot:
    """End the attempt, given up if its game is not over; an ended one stays as it is."""
    with transaction.atomic():
        return _ended(_locked_snapshot(attempt_id), now)


def finish_overdue(*, attempt_id: str, now: datetime) -> Snapshot:
    """End the attempt if its time is over, and only then: that may have been put off."""
    with transaction.atomic():
        return _in_time(_locked_snapshot(attempt_id), now)


def may_take_back(round: Round) -> bool:
    """Whether a move may be taken back: in open play in any game, in sealed play where nothing is hidden."""
    return round.competition.play == Play.OPEN or not positions.hides_cards(round.deal)


def _locked_snapshot(attempt_id: str) -> Snapshot:
    """The attempt as it stands, with its entry's and its own row held until the transaction ends."""
    Entry.objects.select_for_update(of=("self",)).get(attempts=attempt_id)
    return snapshot_of(Attempt.objects.select_for_update(of=("self",)).with_deal().get(pk=attempt_id))


def _in_time(snapshot: Snapshot, now: datetime) -> Snapshot:
    """A locked snapshot, ended if its time is over."""
    return _ended(snapshot, now) if snapshot.attempt.is_overdue(now) else snapshot


def _ended(snapshot: Snapshot, now: datetime) -> Snapshot:
    if snapshot.attempt.ended_at is None:
        end_here([snapshot.attempt], now=now)
    return snapshot


def _played(
    snapshot: Snapshot, ply: int, moves: Sequence[str], now: datetime
) -> tuple[Snapshot, Refusal | None]:
    """The snapshot after those of the moves that stand and are stored now, and what is said of the next."""
    made = snapshot.position.ply
    if ply > made:
        return snapshot, _refusal(snapshot, "stale_ply", f"Only {made} moves are made.")
    stored = _stored_moves(snapshot.attempt, ply, min(ply + len(moves), made))
    for offset, (text, again) in enumerate(zip(stored, moves, strict=False)):
        if _canonical(snapshot.position, again) != text:
            return snapshot, _refusal(snapshot, "stale_ply", f"Another move was made at ply {ply + offset}.")
    new = moves[len(stored) :]
    if not new:
        return snapshot, None
    if snapshot.attempt.ended_at is not None:
        return snapshot, _refusal(snapshot, "attempt_finished", "This attempt has ended.")
    snapshot, refused = _store(snapshot, new, now)
    if refused is None:
        return snapshot, None
    return snapshot, _refusal(snapshot, refused.code, refused.error, refused.ply)


def _store(snapshot: Snapshot, moves: Sequence[str], now: datetime) -> tuple[Snapshot, Refused | None]:
    """Store the moves that stand, and the end of the game with the move that brings it."""
    attempt, position = snapshot.attempt, snapshot.position
    rows: list[Move] = []
    refused = None
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            refused = after
            break
        rows.append(Move(attempt=attempt, ply=position.ply, text=after.move, made_at=now))
        position = after
    Move.objects.bulk_create(rows)
    snapshot = Snapshot(attempt, position)
    if rows:
        if position.table.finished:
            end_here([attempt], now=now)
        else:
            _remember(snapshot)
    return snapshot, refused


def _no_way_back(snapshot: Snapshot, ply: int) -> Refusal | None:
    """Why nothing can be taken back to `ply`."""
    attempt = snapshot.attempt
    if not may_take_back(attempt.round):
        return _refusal(snapshot, "no_undo", "In sealed play a move in this game is final.")
    if attempt.ended_at is not None:
        return _refusal(snapshot, "attempt_finished", "This attempt has ended.")
    if ply > snapshot.position.ply:
        return _refusal(snapshot, "stale_ply", f"Only {snapshot.position.ply} moves are made.")
    return None


def _taken_back(snapshot: Snapshot, ply: int) -> Snapshot:
    attempt = snapshot.attempt
    attempt.moves.filter(ply__gte=ply).delete()
    attempt.takebacks += 1
    attempt.save(update_fields=["takebacks"])
    snapshot = Snapshot(attempt, positions.after(attempt.round.deal, _stored_moves(attempt, 0, ply)))
    _remember(snapshot)
    return snapshot


def _remember(snapshot: Snapshot) -> None:
    positions.remember(snapshot.attempt.pk, positions.Reached(snapshot.position, snapshot.attempt.takebacks))
    transaction.on_commit(partial(devices.changed, snapshot.attempt.pk))


def _stored_moves(attempt: Attempt, start: int, stop: int) -> Sequence[str]:
    """The stored moves of the plies from `start` up to `stop`."""
    if start >= stop:
        return ()
    if attempt.ended_at is not None:
        return json.loads(attempt.log.moves)[start:stop]
    return list(attempt.moves.filter(ply__gte=start, ply__lt=stop).values_list("text", flat=True))


def _canonical(position: Position, text: str) -> str | None:
    """A move as it is stored; None if it is no move of the game."""
    move = position.game.vocabulary(position.rules).get(text)
    return None if move is None else move.text


def _refusal(snapshot: Snapshot, code: str, detail: str, ply: int | None = None) -> Refusal:
    facts = {} if ply is None else {"ply": ply}
    return Refusal(code, detail, **facts, view=snapshot.view)
