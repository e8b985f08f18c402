"""Storing the moves of many sockets together: one thread, one statement for all that wait.

A commit costs the same for one row as for fifty. Every move waits for the
commit that holds it, and is answered only then.
"""

import asyncio
import logging
import queue
import threading
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

from ..models import Attempt, Move

logger = logging.getLogger(__name__)

LARGEST_BATCH: Final = 200
"""Moves of one statement; SQLite takes 32,766 parameters, and five stand for a move."""


@dataclass(frozen=True, slots=True)
class Line:
    """One move on its way to the database, and who waits for it."""

    attempt_id: str
    takebacks: int
    ply: int
    text: str
    made_at: datetime
    stored: asyncio.Future[bool]


class Journal:
    """The writer of this process, started with the first move."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[Line] = queue.SimpleQueue()
        self.starting = threading.Lock()
        self.writer: threading.Thread | None = None

    async def store(self, *, attempt_id: str, takebacks: int, ply: int, text: str, made_at: datetime) -> bool:
        """Whether the move is stored now, as the next one of a running attempt.

        False when it is not the next one any more, or the attempt has ended:
        the caller looks again. Raises what the database raised.
        """
        self._ensure_writer()
        stored = asyncio.get_running_loop().create_future()
        self.waiting.put(Line(attempt_id, takebacks, ply, text, made_at, stored))
        return await stored

    def _ensure_writer(self) -> None:
        if self.writer is None or not self.writer.is_alive():
            with self.starting:
                if self.writer is None or not self.writer.is_alive():
                    self.writer = threading.Thread(target=self._write, name="journal", daemon=True)
                    self.writer.start()

    def _write(self) -> None:
        while True:
            batch = self._next_batch()
            try:
                stored = _insert(batch)
            except Exception as error:
                logger.exception("%d moves were not stored", len(batch))
                connection.close()
                _answer(batch, error)
            else:
                _answer(batch, stored)

    def _next_batch(self) -> list[Line]:
        """All that wait, at least one."""
        batch = [self.waiting.get()]
        while len(batch) < LARGEST_BATCH:
            try:
                batch.append(self.waiting.get_nowait())
            except queue.Empty:
                break
        return batch


journal = Journal()


def _insert(batch: list[Line]) -> set[tuple[str, int, str]]:
    """Store what may be stored of the batch, all in one commit: attempt, ply and text of each such move.

    A row is skipped where its ply is taken, and where the attempt has ended or
    has had moves taken back since. On PostgreSQL the attempts' rows are held
    against an end that comes at the same moment; SQLite writes one at a time.
    """
    held = "FOR SHARE OF attempt" if connection.vendor == "postgresql" else ""
    rows = ", ".join(["(%s, %s, %s, %s, %s)"] * len(batch))
    statement = f"""
        INSERT INTO {Move._meta.db_table} (attempt_id, ply, text, made_at)
        SELECT made.column1, made.column3, made.column4, made.column5
        FROM (VALUES {rows}) AS made
        JOIN {Attempt._meta.db_table} AS attempt
          ON attempt.id = made.column1 AND attempt.takebacks = made.column2 AND attempt.ended_at IS NULL
        WHERE true {held}
        ON CONFLICT DO NOTHING
        RETURNING attempt_id, ply, text
    """
    values: list[object] = []
    for line in batch:
        made_at = connection.ops.adapt_datetimefield_value(line.made_at)
        values += (line.attempt_id, line.takebacks, line.ply, line.text, made_at)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return set(cursor.fetchall())


def _answer(batch: list[Line], outcome: set[tuple[str, int, str]] | Exception) -> None:
    """Wake everyone who waits, with one call into each event loop."""
    for loop in {line.stored.get_loop() for line in batch}:
        mine = [line for line in batch if line.stored.get_loop() is loop]
        try:
            loop.call_soon_threadsafe(_resolve, mine, outcome)
        except RuntimeError:  # the loop is closed, and nobody waits any more
            logger.warning("%d moves were stored for a loop that has ended", len(mine))


def _resolve(batch: list[Line], outcome: set[tuple[str, int, str]] | Exception) -> None:
    for line in batch:
        if line.stored.done():  # its socket is gone; the move is stored all the same
            continue
        if isinstance(outcome, Exception):
            line.stored.set_exception(outcome)
        else:
            line.stored.set_result((line.attempt_id, line.ply, line.text) in outcome)
