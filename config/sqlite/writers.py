"""Writers of one database file in one process, one at a time and in the order in which they came."""

from collections import deque
from threading import Lock


class Writers:
    """A lock that is handed on to whoever has waited longest.

    SQLite has no queue: who finds its lock taken sleeps and looks again, longer
    each time, so that under load newcomers overtake and some wait for seconds.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait for one's turn, `timeout` seconds at most; whether it came."""
        with self._changing:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._changing:
            if turn not in self._waiting:  # it came at the last moment
                return True
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Hand over to the next one. To be called once for each `enter` that was True."""
        with self._changing:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
