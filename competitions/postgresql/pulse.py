"""Detect within a second that the server of PostgreSQL hangs, and free the threads that wait for it.

A stopped server refuses nothing, and its machine still acknowledges packets, so no time limit of PostgreSQL
or TCP ends the wait. Therefore this process sends the server a small query again and again. If no answer
comes, the process cuts its own connections, and the waiting threads get the error of a lost connection. A
slow statement does no harm as long as the server answers other ones.
"""

import logging
import os
import socket
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final
from weakref import WeakKeyDictionary, finalize

from django.db import DatabaseError, InterfaceError, connection

logger = logging.getLogger(__name__)

TICK_S: Final = 0.2
"""The length of a tick, in seconds. One tick passes between an answer and the next query."""

LONGEST_SILENCE: Final = 4
"""How many ticks of `TICK_S` an answer may take. A time in which this process itself is stopped counts as one
tick."""


class Pulse:
    """Cuts the connections of this process to PostgreSQL when the server hangs. One thread queries the
    server, and a second thread waits for the answer."""

    def __init__(self) -> None:
        self.longest_silence = LONGEST_SILENCE
        self._sockets: WeakKeyDictionary[Any, socket.socket] = WeakKeyDictionary()
        self._questions: SimpleQueue[threading.Event] = SimpleQueue()

    def keep(self, session: Any) -> None:
        """Remember a connection of psycopg, so that it can be cut if the server hangs.

        A duplicate of the socket is kept, because the file number of a closed connection may belong to
        another file.
        """
        if session not in self._sockets:
            self._sockets[session] = own = socket.socket(fileno=os.dup(session.fileno()))
            finalize(session, own.close)

    def start(self) -> None:
        """Start the two threads. On SQLite nothing is started."""
        if connection.vendor == "postgresql":
            for run in (self._ask, self._wait):
                threading.Thread(target=run, name="pulse", daemon=True).start()

    def _ask(self) -> None:
        while True:
            answered = self._questions.get()
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1")
            except (DatabaseError, InterfaceError):
                # A refused query is an answer, too. The next query opens a new connection.
                connection.close()
            finally:
                answered.set()

    def _wait(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(TICK_S)
            answered = threading.Event()
            self._questions.put(answered)
            if not any(answered.wait(TICK_S) for _ in range(self.longest_silence)):
                logger.warning("PostgreSQL does not answer: cutting the connections of this process")
                self.cut()
                answered.wait()

    def cut(self) -> None:
        """Cut all connections of this process. The threads that wait for an answer get an error."""
        for each in list(self._sockets.values()):
            with suppress(OSError):  # The connection is closed already.
                each.shutdown(socket.SHUT_RDWR)


pulse: Final = Pulse()
