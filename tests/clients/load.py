"""What many do at a site at once, while something happens to it."""

import threading
import time
from collections.abc import Callable

from tests.servers.running import PATIENCE_S
from tests.waiting import until


class Load:
    """What goes on until the block ends: each `act` again and again, in a thread of its own."""

    def __init__(self, *acts: Callable[[int], object], pause_s: float = 0.02) -> None:
        self.pause_s = pause_s
        self.over, self.faults, self.done = threading.Event(), [], [0] * len(acts)
        self.times: list[list[float]] = [[] for _ in acts]
        """How many seconds each doing of each act took."""
        self.threads = [threading.Thread(target=self._go, args=each) for each in enumerate(acts)]

    def _go(self, number: int, act: Callable[[int], object]) -> None:
        while not self.over.is_set():
            begun = time.monotonic()
            try:
                act(self.done[number])
            except Exception as fault:
                self.faults.append(fault)
            self.done[number] += 1
            self.times[number].append(time.monotonic() - begun)
            self.over.wait(self.pause_s)

    def __enter__(self) -> "Load":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(PATIENCE_S)

    def goes_on(self) -> None:
        """Wait until each has acted a few times more."""
        goal = [number + 5 for number in self.done]
        until(lambda: all(map(int.__ge__, self.done, goal)), f"one of them no longer acts: {goal}")
