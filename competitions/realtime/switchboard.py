"""The feeds of this process: one for each watched competition."""

import asyncio
from typing import Final

from ..jobs.watches import Watch, watch
from ..ledger.announcements import watched_here
from .feed import Feed
from .feed_queries import changes_of, in_feed_thread
from .watcher import Watcher

LOOK_EVERY_S: Final = 0.5
"""The seconds between two queries for changes. With these queries, a change is sent within a second even if
the message on the channel layer about it was lost."""


class Switchboard:
    """Starts a feed for the first watcher of a competition, and stops the feed after the last watcher has
    left."""

    def __init__(self) -> None:
        self._feeds: dict[str, Feed] = {}
        self._running: dict[str, list[asyncio.Task[None]]] = {}
        self._watch: Watch | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def join(self, competition_id: str, watcher: Watcher) -> None:
        if self._watch is None:
            self._watch = watch("changes to show", LOOK_EVERY_S, self._check_changes)
        feed = self._feeds.get(competition_id)
        if feed is None:
            watched_here.add(competition_id)
            feed = self._feeds[competition_id] = Feed(competition_id)
            self._running[competition_id] = feed.start()
        feed.add(watcher)

    def leave(self, competition_id: str, watcher: Watcher) -> None:
        feed = self._feeds[competition_id]
        feed.remove(watcher)
        if feed.empty:
            del self._feeds[competition_id]
            watched_here.discard(competition_id)
            self._end(*self._running.pop(competition_id))
        if not self._feeds and self._watch is not None:
            self._watch.stop()
            self._watch = None

    @property
    def idle(self) -> bool:
        """Whether nobody watches and no task is left."""
        return not self._feeds and not self._ending

    def _end(self, *tasks: asyncio.Task[None]) -> None:
        """Cancel tasks, and keep references to them until they are done, since the event loop keeps none."""
        for task in tasks:
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _check_changes(self) -> None:
        """Find the changes whose message on the channel layer was lost, and have their feeds read them. One
        small query for all feeds.

        A full channel layer drops messages, and a restarted one forgets them. Through a layer in memory, a
        command in another process cannot send a message to this process.
        """
        changes = await in_feed_thread(changes_of)(list(self._feeds))
        for competition_id, count in changes.items():
            if competition_id in self._feeds:
                self._feeds[competition_id].compare_changes(count)


SWITCHBOARD: Final = Switchboard()
