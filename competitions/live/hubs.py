"""The hubs of this process: one for each competition that somebody watches here."""

import asyncio
import logging
from typing import Final

from .hub import Hub
from .reading import changes_of, in_thread
from .watcher import Watcher

logger = logging.getLogger(__name__)

LOOK_EVERY: Final = 0.5
"""Seconds between two looks at the database. A change is sent within a second even if its hint was lost."""


class Hubs:
    """Starts a hub for the first watcher of a competition and stops it after the last."""

    def __init__(self) -> None:
        self._hubs: dict[str, Hub] = {}
        self._running: dict[str, list[asyncio.Task[None]]] = {}
        self._outlook: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def join(self, competition_id: str, watcher: Watcher) -> None:
        if self._outlook is None:
            self._outlook = asyncio.create_task(self._look_out())
        hub = self._hubs.get(competition_id)
        if hub is None:
            hub = self._hubs[competition_id] = Hub(competition_id)
            self._running[competition_id] = hub.start()
        hub.add(watcher)

    def leave(self, competition_id: str, watcher: Watcher) -> None:
        hub = self._hubs[competition_id]
        hub.remove(watcher)
        if hub.empty:
            del self._hubs[competition_id]
            self._end(*self._running.pop(competition_id))
        if not self._hubs and self._outlook is not None:
            self._end(self._outlook)
            self._outlook = None

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing was left behind."""
        return not self._hubs and not self._ending

    def _end(self, *tasks: asyncio.Task[None]) -> None:
        """Cancel tasks, and hold on to them until they are done, as the event loop does not."""
        for task in tasks:
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _look_out(self) -> None:
        """Tell hubs of changes that gave no hint: one small query for all of them.

        Hints get lost: a full layer drops them, a restarted one forgets them,
        and a command in another process has no way to send one on a layer in memory.
        """
        while True:
            try:
                changes = await in_thread(changes_of)(list(self._hubs))
            except Exception:
                logger.exception("could not look for changes")
                changes = {}
            for competition_id, count in changes.items():
                if competition_id in self._hubs:
                    self._hubs[competition_id].saw(count)
            await asyncio.sleep(LOOK_EVERY)


HUBS: Final = Hubs()
