"""Watches: whatever looks at the clock or at the database by itself, again and again, does it here.

Each has a name, and when it last looked can be asked. A look that fails is logged, and the next is a new try.
"""

import asyncio
import inspect
import logging
import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

from django.utils import timezone

from ..outages import close_connection
from ..postgresql.time_limits import wait_like_a_job

logger = logging.getLogger(__name__)

Look = Callable[[], object]
"""Looks, and does what is due. If it gives something true, there may be more, and it looks again at once."""

AsyncLook = Callable[[], Coroutine[Any, Any, object]]


class Lookout(ABC):
    """A watch of this process: a look that is repeated until it is stopped."""

    def __init__(self, name: str, every: float) -> None:
        self.name = name
        self.every = every
        self.looked_at: datetime | None = None
        """When it last looked and did not fail."""
        self._failing = False

    @abstractmethod
    def wake(self) -> None:
        """Look now, and not only when it is time; from any thread if it looks in one of its own."""

    @abstractmethod
    def stop(self) -> None:
        """Look no more. It does not wait for the end of a look; one of an event loop is cancelled."""

    def _first_pause(self) -> float:
        """Processes that start together look by turns."""
        return random.uniform(0, self.every)

    def _has_looked(self) -> None:
        self.looked_at, self._failing = timezone.now(), False

    def _has_failed(self) -> None:
        if not self._failing:  # log once, not at every look while the database is away
            logger.exception("the watch of %s could not look; trying again", self.name)
        self._failing = True


class InThread(Lookout):
    def __init__(self, name: str, every: float, look: Look) -> None:
        super().__init__(name, every)
        self.look = look
        self._woken = threading.Event()
        self._stopped = False

    def start(self) -> None:
        threading.Thread(target=self.run, name=self.name, daemon=True).start()

    def wake(self) -> None:
        self._woken.set()

    def stop(self) -> None:
        self._stopped = True
        self._woken.set()
        _running.discard(self)

    def run(self) -> None:
        """Look until it is stopped."""
        wait_like_a_job()
        self._woken.wait(self._first_pause())
        while not self._stopped:
            self._woken.clear()
            if not self._looks():
                self._woken.wait(self.every)

    def _looks(self) -> bool:
        """Look once, and say whether there may be more."""
        try:
            more = bool(self.look())
            self._has_looked()
        except Exception:
            self._has_failed()
            return False
        finally:
            close_connection()
        return more


class InLoop(Lookout):
    def __init__(self, name: str, every: float, look: AsyncLook) -> None:
        super().__init__(name, every)
        self.look = look
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=self.name)
        self._task.add_done_callback(lambda _: _running.discard(self))

    def wake(self) -> None:
        self._woken.set()

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        await self._pause(self._first_pause())
        while True:
            self._woken.clear()
            try:
                more = await self.look()
                self._has_looked()
            except Exception:
                self._has_failed()
                more = False
            if not more:
                await self._pause(self.every)

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            pass


_running: set[Lookout] = set()


def watch(name: str, every: float, look: Look | AsyncLook) -> Lookout:
    """Look every so many seconds from now on, until it is stopped.

    A function looks in a thread of its own, and has the database there; a coroutine function looks in the
    event loop that runs.
    """
    lookout = InLoop(name, every, look) if inspect.iscoroutinefunction(look) else InThread(name, every, look)
    _running.add(lookout)  # the event loop itself keeps no task
    lookout.start()
    return lookout


def last_looks() -> dict[str, datetime | None]:
    """When each watch of this process last looked and did not fail, by its name; None: not yet."""
    return {lookout.name: lookout.looked_at for lookout in sorted(_running, key=lambda each: each.name)}
