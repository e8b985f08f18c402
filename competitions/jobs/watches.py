"""Call functions again and again, by the clock. Such a function looks for what is due, and does it.

A watch has one such function, and each call of the function is a look. A watch has a name, and records the
time of its last look that did not fail. If several looks in a row fail, only the first failure is logged.
After a failure, the watch looks again at the usual time.
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
"""A function that looks for something and does what is due. A true result means that more may be due, so the
watch calls it again at once."""

AsyncLook = Callable[[], Coroutine[Any, Any, object]]


class Watch(ABC):
    """Calls its function again and again in this process, until it is stopped."""

    def __init__(self, name: str, every: float) -> None:
        self.name = name
        self.every = every
        self.looked_at: datetime | None = None
        """The time of the last look that did not fail; None before the first."""
        self._failing = False

    @abstractmethod
    def wake(self) -> None:
        """Let the watch call its function now. A watch in a thread may be woken from any thread."""

    @abstractmethod
    def stop(self) -> None:
        """End the watch. A call that has begun still runs to its end in a thread; in an event loop, it is
        cancelled."""

    def _first_pause(self) -> float:
        """A random pause before the first call, so that processes that start together do not call their
        functions at the same moments."""
        return random.uniform(0, self.every)

    def _has_looked(self) -> None:
        self.looked_at, self._failing = timezone.now(), False

    def _has_failed(self) -> None:
        if not self._failing:  # During an outage of the database, only the first failed look is logged.
            logger.exception("the watch of %s could not look; trying again", self.name)
        self._failing = True


class InThread(Watch):
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
        """Call the function of the watch again and again, until `stop` is called."""
        wait_like_a_job()
        self._woken.wait(self._first_pause())
        while not self._stopped:
            self._woken.clear()
            if not self._looks():
                self._woken.wait(self.every)

    def _looks(self) -> bool:
        """Call the function of the watch once; return whether more may be due."""
        try:
            more = bool(self.look())
            self._has_looked()
        except Exception:
            self._has_failed()
            return False
        finally:
            close_connection()
        return more


class InLoop(Watch):
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


_running: set[Watch] = set()


def watch(name: str, every: float, look: Look | AsyncLook) -> Watch:
    """Start a watch: it calls `look` every `every` seconds.

    A plain function runs in a thread of its own, with a database connection. A coroutine function runs in the
    current event loop.
    """
    made = InLoop(name, every, look) if inspect.iscoroutinefunction(look) else InThread(name, every, look)
    _running.add(made)  # The event loop has only a weak reference to a task, so this module keeps another.
    made.start()
    return made


def last_looks() -> dict[str, datetime | None]:
    """Return when the function of each watch of this process last ran without an error, keyed by the name of
    the watch; None if it has not yet."""
    return {each.name: each.looked_at for each in sorted(_running, key=lambda each: each.name)}
