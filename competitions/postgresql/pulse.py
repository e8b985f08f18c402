"""The pulse of PostgreSQL: a server that hangs is found out within a second, and nobody waits on for it.

A server that is stopped refuses nothing, and its machine still receives what is sent: no time limit of the
server or of TCP ends the wait. So this process asks the server for a sign of life all the time. If none
comes, it cuts its own connections, and all who wait get the error of a lost connection. A statement may take
long as long as the server answers others.
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

LONGEST_SILENCE: Final = 4
"""How many ticks an answer may take. Ticks, because a process that was stopped itself counts one alone."""


class Pulse:
    """The connections of this process, and the two threads that ask and wait for the answer."""

    def __init__(self) -> None:
        self.longest_silence = LONGEST_SILENCE
        self._sockets: WeakKeyDictionary[Any, socket.socket] = WeakKeyDictionary()
        self._questions: SimpleQueue[threading.Event] = SimpleQueue()

    def keep(self, session: Any) -> None:
        """Note a connection of psycopg, to be cut if the server hangs.

        The socket is a duplicate, so that no other file is cut that has got the number of a closed one.
        """
        if session not in self._sockets:
            self._sockets[session] = own = socket.socket(fileno=os.dup(session.fileno()))
            finalize(session, own.close)

    def start(self) -> None:
        """Ask from now on, as long as the process lives; SQLite needs no pulse."""
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
                connection.close()  # a server that refuses does not hang
            finally:
                answered.set()

    def _wait(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(TICK_S)
            answered = threading.Event()
            self._questions.put(answered)
            if not any(answered.wait(TICK_S) for _ in range(self.longest_silence)):
                logger.warning("PostgreSQL does not answer: nobody waits on for it")
                self.cut()
                answered.wait()

    def cut(self) -> None:
        """Cut all connections; their threads see that the server has gone."""
        for each in list(self._sockets.values()):
            with suppress(OSError):  # closed already
                each.shutdown(socket.SHUT_RDWR)


pulse: Final = Pulse()
