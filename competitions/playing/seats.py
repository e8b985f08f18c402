"""Playing a deal on the server: begin, move, take back, finish. What is stored is answered, nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.game import Position
from games.replay import Refused, Replayed, play
from games.views import view

from . import positions
from .attempts import begin, end, keep_log, lock_entry
from ..live.announcing import announce_change
from ..models import Attempt, Entry, Move, Play, Round
from ..problems import Refusal

View = dict[str, Any]


@dataclass(frozen=True)
class Seat:
    """An attempt and where it stands."""

    attempt: Attempt
    position: Position

    @property
    def view(self) -> View:
        return view(self.position)


def start_attempt(*, entry: Entry, round: Round, now: datetime) -> tuple[Seat, bool]:
    """The entry's running attempt at the round, and whether it is new; the clock of a new one starts.

    Raises `round_not_open` and `no_attempts_left`.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        running = entry.attempts.running().with_deal().filter(round=round).first()
        if running is None:
            attempt = begin(entry=entry, round=round, now=now)
            position = positions.opening(round.deal)
            if position.table.finished:  # a deal may be over before the first move
                _end(attempt, entry, position, (), now)
            else:
                attempt.save(force_insert=True)
                announce_change(entry.competition)
            return Seat(attempt, position), True
    if is_overdue(running, now):
        finish(attempt_id=running.pk, now=now)
        return start_attempt(entry=entry, round=round, now=now)
    return Seat(running, positions.current(running)), False


def take_seat(attempt: Attempt) -> Seat:
    """The attempt as it stands, running or ended."""
    if attempt.ended_at is None:
        return Seat(attempt, positions.current(attempt))
    position = positions.opening(attempt.round.deal)
    for text in json.loads(attempt.log.moves):
        position = positions.replayed(position, text)
    return Seat(attempt, position)


def play_moves(*, attempt_id: str, ply: int, moves: Sequence[str], now: datetime) -> Seat:
    """Play `moves` from `ply` on, and store what stands before anything is answered.

    Moves that are stored already at those plies, if the same, are a repeat: a
    batch half stored is played on.

    Raises `stale_ply` when another move is stored there or `ply` is ahead,
    `attempt_finished`, and the codes of a move that does not stand, with its
    `ply`; the moves before it do. All of these carry the current `view`.
    """
    if is_overdue(Attempt.objects.with_deal().get(pk=attempt_id), now):
        finish(attempt_id=attempt_id, now=now)
    with transaction.atomic():
        attempt = _locked(attempt_id)
        seat = take_seat(attempt)
        new = _not_yet_stored(seat, ply, moves)
        if new and attempt.ended_at is not None:
            raise _refusal(seat, "attempt_finished", "This attempt has ended.")
        seat, refused = _store(seat, new, now)
    if refused is not None:
        raise _refusal(seat, refused.code, refused.error, refused.ply)
    return seat


def take_back(*, attempt_id: str, ply: int, now: datetime) -> Seat:
    """Back to `ply`: in open play in any game, in sealed play where nothing is hidden.

    Raises `no_undo`, `attempt_finished`, and `stale_ply` for a ply that is ahead.
    """
    with transaction.atomic():
        attempt = _locked(attempt_id)
        seat = take_seat(attempt)
        if attempt.entry.competition.play == Play.SEALED and positions.hides_cards(attempt.round.deal):
            raise _refusal(seat, "no_undo", "In sealed play a move in this game is final.")
        if attempt.ended_at is not None or is_overdue(attempt, now):
            raise _refusal(seat, "attempt_finished", "This attempt has ended.")
        if ply > seat.position.ply:
            raise _refusal(seat, "stale_ply", f"Only {seat.position.ply} moves are made.")
        if ply < seat.position.ply:
            attempt.moves.filter(ply__gte=ply).delete()
            attempt.takebacks += 1
            attempt.save(update_fields=["takebacks"])
        return Seat(attempt, positions.current(attempt))


def finish(*, attempt_id: str, now: datetime) -> Seat:
    """End the attempt, given up if its game is not over; an ended one stays as it is."""
    with transaction.atomic():
        attempt = _locked(attempt_id)
        seat = take_seat(attempt)
        if attempt.ended_at is None:
            _end(attempt, attempt.entry, seat.position, _stored_moves(attempt), now)
        return seat


def _locked(attempt_id: str) -> Attempt:
    """The attempt with its entry's and its own row held until the transaction ends."""
    entry_id = Attempt.objects.values_list("entry", flat=True).get(pk=attempt_id)
    Entry.objects.select_for_update(of=("self",)).get(pk=entry_id)
    return Attempt.objects.select_for_update(of=("self",)).with_deal().get(pk=attempt_id)


def is_overdue(attempt: Attempt, now: datetime) -> bool:
    return attempt.ended_at is None and attempt.deadline is not None and now >= attempt.deadline


def _not_yet_stored(seat: Seat, ply: int, moves: Sequence[str]) -> Sequence[str]:
    """The moves that follow the stored ones; raises `stale_ply` where the two differ."""
    made = seat.position.ply
    if ply > made:
        raise _refusal(seat, "stale_ply", f"Only {made} moves are made.")
    if ply == made:
        return moves
    stored = _stored_moves(seat.attempt)[ply : ply + len(moves)]
    words = seat.position.game.vocabulary(seat.position.rules)
    for offset, (text, again) in enumerate(zip(stored, moves, strict=False)):
        if again not in words or words[again].text != text:
            raise _refusal(seat, "stale_ply", f"Another move was made at ply {ply + offset}.")
    return moves[len(stored) :]


def _stored_moves(attempt: Attempt) -> Sequence[str]:
    if attempt.ended_at is not None:
        return json.loads(attempt.log.moves)
    return list(attempt.moves.values_list("text", flat=True))


def _store(seat: Seat, moves: Sequence[str], now: datetime) -> tuple[Seat, Refused | None]:
    """Store the moves that stand, and the end of the game with the move that brings it."""
    attempt, position = seat.attempt, seat.position
    words = position.game.vocabulary(position.rules)
    rows: list[Move] = []
    refused = None
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            refused = after
            break
        rows.append(Move(attempt=attempt, ply=position.ply, text=words[text].text, made_at=now))
        position = after
    Move.objects.bulk_create(rows)
    if rows and position.table.finished:
        _end(attempt, attempt.entry, position, _stored_moves(attempt), now)
    elif rows:
        transaction.on_commit(
            lambda: positions.memory.keep(attempt.pk, positions.Standing(position, attempt.takebacks))
        )
    return Seat(attempt, position), refused


def _end(attempt: Attempt, entry: Entry, position: Position, moves: Sequence[str], now: datetime) -> None:
    """End the attempt at `position`; from here on its moves are its log."""
    last = attempt.moves.last() if attempt.pk and moves else None
    elapsed = (last.made_at if last else attempt.started_at) - attempt.started_at
    played = Replayed(position.game, dict(position.rules), position.table, tuple(moves))
    end(attempt, entry=entry, played=played, elapsed_ms=elapsed // timedelta(milliseconds=1), now=now)
    keep_log(attempt, played=played, now=now)
    attempt.moves.all().delete()
    positions.memory.forget(attempt.pk)


def _refusal(seat: Seat, code: str, detail: str, ply: int | None = None) -> Refusal:
    facts = {} if ply is None else {"ply": ply}
    return Refusal(code, detail, **facts, view=seat.view)
