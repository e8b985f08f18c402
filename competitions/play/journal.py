"""Group commit of moves from sockets: one thread stores all waiting moves in one statement.

A commit costs the same for one row as for fifty. The player gets the answer to a move after its commit.
"""

import asyncio
import logging
import queue
import threading
from datetime import datetime
from typing import Final, NamedTuple

from django.db import InterfaceError, OperationalError, connection, transaction

from ..models import Attempt, Competition, Move, Round, Token
from ..models.windows import not_over
from ..outages import close_connection

logger = logging.getLogger(__name__)

LARGEST_BATCH: Final = 200
"""The greatest number of moves that one statement stores. A move takes six parameters, so a batch takes at
most 1,200, far fewer than the 32,766 that SQLite allows."""


class PendingMove(NamedTuple):
    """One move that waits to be stored, and the attempt's number of takebacks when it was made."""

    attempt_id: str
    takebacks: int
    ply: int
    text: str
    made_at: datetime
    token_id: str | None
    """The id of the API token with which the move was sent; None without a token."""

    @property
    def key(self) -> "MoveKey":
        return self.attempt_id, self.ply, self.text


MoveKey = tuple[str, int, str]
WaitingMove = tuple[PendingMove, "asyncio.Future[bool]"]


class Journal:
    """The moves that wait to be stored, and the thread that stores them. The first move starts the thread."""

    def __init__(self) -> None:
        self.arriving: dict[asyncio.AbstractEventLoop, list[WaitingMove]] = {}
        """The moves that came in the current turn of each event loop, with their futures."""
        self.waiting: queue.SimpleQueue[WaitingMove] = queue.SimpleQueue()
        self.starting = threading.Lock()
        self.writer: threading.Thread | None = None

    def store(self, move: PendingMove) -> asyncio.Future[bool]:
        """Queue a move to be stored. The future's result is True if the move was stored. If the database
        raised an error, the future raises it.

        The result is False if a move is stored at this ply already, if moves were taken back meanwhile, if
        the attempt has ended or is overdue, or if the token was revoked. Then the caller must read the
        attempt again.
        """
        self._ensure_writer()
        loop = asyncio.get_running_loop()
        stored = loop.create_future()
        if loop not in self.arriving:
            self.arriving[loop] = []
            loop.call_soon(self._hand_over, loop)
        self.arriving[loop].append((move, stored))
        return stored

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass all moves of one turn of the event loop to the writer together. If they were passed one by
        one, the writer would store only few in one statement."""
        for each in self.arriving.pop(loop):
            self.waiting.put(each)

    def _ensure_writer(self) -> None:
        if self.writer is None or not self.writer.is_alive():
            with self.starting:
                if self.writer is None or not self.writer.is_alive():
                    self.writer = threading.Thread(target=self._write, name="journal", daemon=True)
                    self.writer.start()

    def _write(self) -> None:
        while True:
            batch = self.next_batch()
            try:
                outcome: set[MoveKey] | Exception = _store([move for move, _ in batch])
            except Exception as error:
                logger.exception("%d moves were not stored", len(batch))
                close_connection()
                outcome = error
            _answer(batch, outcome)

    def next_batch(self) -> list[WaitingMove]:
        """Wait for a move. Return it with all other waiting moves, `LARGEST_BATCH` at most."""
        batch = [self.waiting.get()]
        while len(batch) < LARGEST_BATCH:
            try:
                batch.append(self.waiting.get_nowait())
            except queue.Empty:
                break
        return batch


journal = Journal()


def _store(moves: list[PendingMove]) -> set[MoveKey]:
    """Store the moves in one commit, if need be at the second try. Return the keys (attempt, ply and text) of
    the stored moves."""
    try:
        return insert_moves(moves)
    except (OperationalError, InterfaceError):
        # The connection may have died since the last batch. If the first try did store the moves, the second
        # one skips them. Their callers then read the attempts again, and find the moves.
        close_connection()
        return insert_moves(moves)


def insert_moves(moves: list[PendingMove]) -> set[MoveKey]:
    """Store the moves that may be stored, in one statement. Return the keys (attempt, ply and text) of these
    moves.

    A move is skipped if its ply is taken or if its token was revoked. It is skipped too if its attempt has
    ended, is overdue, or has had moves taken back since. On PostgreSQL, the statement locks the attempts'
    rows in the order of their keys, so that no attempt ends meanwhile. SQLite has only one writer at a time.

    The SQL is written by hand, because the ORM cannot insert what a query selects. Reading, deciding and
    inserting one after the other takes several times as long (`benchmarks/statements`).
    """
    held = "FOR SHARE OF attempt" if connection.vendor == "postgresql" else ""
    rows = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(moves))
    statement = f"""
        INSERT INTO {Move._meta.db_table} (attempt_id, ply, text, made_at)
        SELECT made.column1, made.column3, made.column4, made.column5
        FROM (VALUES {rows}) AS made
        JOIN {Attempt._meta.db_table} AS attempt
          ON attempt.id = made.column1 AND attempt.takebacks = made.column2 AND attempt.ended_at IS NULL
        JOIN {Round._meta.db_table} AS round ON round.id = attempt.round_id
        JOIN {Competition._meta.db_table} AS competition ON competition.id = round.competition_id
        WHERE {not_over("attempt.times_out_at", "made.column5")}
          AND {not_over("round.closes_at", "made.column5")}
          AND {not_over("competition.closes_at", "made.column5")}
          AND (made.column6 IS NULL OR EXISTS (
            SELECT 1 FROM {Token._meta.db_table} AS token
            WHERE token.id = made.column6 AND token.revoked_at IS NULL
          ))
        ORDER BY made.column1, made.column3 {held}
        ON CONFLICT DO NOTHING
        RETURNING attempt_id, ply, text
    """
    adapted = Move._meta.get_field("made_at").get_db_prep_value
    values = [
        value for move in moves for value in (*move[:4], adapted(move.made_at, connection), move.token_id)
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return set(cursor.fetchall())


def _answer(batch: list[WaitingMove], outcome: set[MoveKey] | Exception) -> None:
    """Give each caller the outcome of its move, with one call into each event loop."""
    for loop in {stored.get_loop() for _, stored in batch}:
        mine = [(move, stored) for move, stored in batch if stored.get_loop() is loop]
        try:
            loop.call_soon_threadsafe(_resolve, mine, outcome)
        except RuntimeError:  # the event loop is closed
            logger.warning("%d moves were stored for a loop that has ended", len(mine))


def _resolve(batch: list[WaitingMove], outcome: set[MoveKey] | Exception) -> None:
    for move, stored in batch:
        if stored.done():  # the socket of the move is closed
            continue
        if isinstance(outcome, Exception):
            stored.set_exception(outcome)
        else:
            stored.set_result(move.key in outcome)
