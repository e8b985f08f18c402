"""What the database is asked of games that are to end together: a few statements, however many games.

They are written out like those of `log_rows`, as others wait until they are done.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import connection

from ..models import Attempt, Move
from .log_rows import ATTEMPT, COMPETITION, ENTRY, ROUND

MOVE = Move._meta.db_table


class Running(NamedTuple):
    """How things stand for one running attempt."""

    gain: int
    played: bool
    """Of its entry."""
    takebacks: int
    times_out_at: datetime | None
    round_closes_at: datetime | None
    closes_at: datetime | None
    """Of its competition."""
    stored: int
    """How many of its moves are stored."""


def look_up(attempts: Collection[Attempt], *, skip_locked: bool) -> dict[str, Running]:
    """Those of the attempts that run, by id.

    The rows of their entries are held from here on, and then their own, each in
    the order of their keys; with `skip_locked`, an entry that someone else holds
    is left out. SQLite writes one transaction at a time, and needs no more.
    """
    ids = [attempt.pk for attempt in attempts]
    if connection.features.has_select_for_update:
        ids = _locked(ids, {attempt.entry_id for attempt in attempts}, "SKIP LOCKED" if skip_locked else "")
    if not ids:
        return {}
    look = f"""
        SELECT attempt.id, entry.gain, entry.played, attempt.takebacks, attempt.times_out_at,
          round.closes_at, competition.closes_at,
          (SELECT COUNT(*) FROM {MOVE} AS move WHERE move.attempt_id = attempt.id)
        FROM {ATTEMPT} AS attempt
        JOIN {ENTRY} AS entry ON entry.id = attempt.entry_id
        JOIN {ROUND} AS round ON round.id = attempt.round_id
        JOIN {COMPETITION} AS competition ON competition.id = round.competition_id
        WHERE attempt.id IN ({_places(ids)}) AND attempt.ended_at IS NULL
    """
    return {pk: Running(*map(_aware, row)) for pk, *row in _rows(look, ids)}


def forget_moves(attempt_ids: Sequence[str]) -> None:
    if attempt_ids:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {MOVE} WHERE attempt_id IN ({_places(attempt_ids)})", [*attempt_ids])


def _locked(ids: Sequence[str], entry_ids: Collection[str], skip_locked: str) -> list[str]:
    """The attempts that are held now; a second look is needed at what was changed by who held them before."""
    entries = sorted(entry_ids)
    lock = f"SELECT id FROM {ENTRY} WHERE id IN ({_places(entries)}) ORDER BY id FOR UPDATE {skip_locked}"
    held = [pk for (pk,) in _rows(lock, entries)]
    if not held:
        return []
    lock = f"""
        SELECT id FROM {ATTEMPT} WHERE id IN ({_places(ids)}) AND entry_id IN ({_places(held)})
        ORDER BY id FOR UPDATE
    """
    return [pk for (pk,) in _rows(lock, [*ids, *held])]


def _rows(sql: str, params: Sequence[str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def _places(values: Collection[str]) -> str:
    return ", ".join(["%s"] * len(values))


def _aware(value: Any) -> Any:
    """SQLite gives moments without their zone, which is UTC."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
