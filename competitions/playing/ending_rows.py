"""The statements that end games together: a few, however many games there are.

They are written in SQL like those of `log_rows`, because other writers wait for them.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from ..models import Attempt, Move
from .log_rows import ATTEMPT, COMPETITION, COUNTING_COLUMNS, ENTRY, ROUND, columns_of

MOVE = Move._meta.db_table

COUNTING: Final = columns_of(Attempt, "entry_id", "round_id", *COUNTING_COLUMNS)


class Made(NamedTuple):
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


def made(attempt_ids: Sequence[str]) -> Mapping[str, Sequence[Made]]:
    """The stored moves of each attempt, in their order; nothing for one that has none."""
    moves: dict[str, list[Made]] = defaultdict(list)
    if attempt_ids:
        look = f"""
            SELECT attempt_id, text, made_at FROM {MOVE}
            WHERE attempt_id IN ({_places(attempt_ids)}) ORDER BY attempt_id, ply
        """
        for attempt_id, text, at in _rows(look, attempt_ids):
            moves[attempt_id].append(Made(text, _aware(at)))
    return moves


def look_up(attempts: Collection[Attempt], *, skip_locked: bool) -> dict[str, Running]:
    """Those of the attempts that are running, by id.

    This locks the rows of their entries, then their own, each in the order of their
    keys; with `skip_locked`, entries that are locked already are left out. SQLite has
    one writing transaction at a time, and needs no such lock.
    """
    ids = [attempt.pk for attempt in attempts]
    if connection.features.has_select_for_update:
        ids = _locked(ids, {attempt.entry_id for attempt in attempts}, "SKIP LOCKED" if skip_locked else "")
    if not ids:
        return {}
    look = f"""
        SELECT attempt.id, attempt.takebacks, attempt.times_out_at, round.closes_at, competition.closes_at,
          (SELECT COUNT(*) FROM {MOVE} AS move WHERE move.attempt_id = attempt.id)
        FROM {ATTEMPT} AS attempt
        JOIN {ROUND} AS round ON round.id = attempt.round_id
        JOIN {COMPETITION} AS competition ON competition.id = round.competition_id
        WHERE attempt.id IN ({_places(ids)}) AND attempt.ended_at IS NULL
    """
    return {pk: Running(*map(_aware, row)) for pk, *row in _rows(look, ids)}


def counting(entry_ids: Collection[str], round_ids: Collection[int]) -> dict[tuple[str, int], Attempt]:
    """The attempts of these entries that count at these rounds, by entry and round, with what decides it."""
    look = f"""
        SELECT {", ".join(COUNTING)} FROM {ATTEMPT}
        WHERE entry_id IN ({_places(entry_ids)}) AND round_id IN ({_places(round_ids)}) AND counts
    """
    rows = _rows(look, [*entry_ids, *round_ids])
    found = [Attempt.from_db(connection.alias, COUNTING, row) for row in rows]
    return {(each.entry_id, each.round_id): each for each in found}


def forget_moves(attempt_ids: Sequence[str]) -> None:
    if attempt_ids:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {MOVE} WHERE attempt_id IN ({_places(attempt_ids)})", [*attempt_ids])


def _locked(ids: Sequence[str], entry_ids: Collection[str], skip_locked: str) -> list[str]:
    """Lock the attempts and give their ids; they must be read again, as they may have changed."""
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


def _rows(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def _places(values: Collection[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _aware(value: Any) -> Any:
    """A moment with its zone, which SQLite leaves out: UTC."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
