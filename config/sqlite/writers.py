"""Writers of one database file in one process, one at a time and in the order in which they came."""

from collections import deque
from threading import Lock


class Writers:
    """A lock that goes to the writer who has waited longest.

    SQLite has no queue: a writer who finds its lock taken sleeps and tries again,
    longer each time, so that under load newcomers overtake and some wait for seconds.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds for the lock, and say whether it was given."""
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
        """Give the lock to the next writer. Must be called once for each `enter` that was True."""
        with self._changing:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
