"""The feed of one competition in one process. It reads and renders once, and sends the same message to all
sockets.

A message on the channel layer, called a wake-up, says only that the competition has changed, and when. What
is sent is always read from the database, so a lost or repeated wake-up costs only time.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from ..ledger.announcements import channel_layer, group_of
from ..metrics import FEED_SECONDS
from ..refusals import Refusal
from .feed_queries import FeedReading, in_feed_thread, read_feed
from .messages import FeedMessage, presence_message
from .presence import Presence
from .watcher import SentPresence, Watcher

logger = logging.getLogger(__name__)

LONGEST_SLEEP: Final = 600.0
"""The longest sleep of a feed, in seconds. After each sleep, the feed reads the clock again, because somebody
may have set the clock."""

BREATH: Final = 200
"""After sending to this many sockets, the feed lets other tasks run."""

Read = Callable[[str, int], Awaitable[FeedReading]]


@dataclass(frozen=True)
class Pace:
    """The times of a feed, in seconds.

    `gap` is the shortest time between two sendings of standings. With 0.35, a watcher gets at most three
    messages within a second. A newcomer gets at most four, because the first one does not wait for the gap.
    Watchers are first counted after `first_presence`, and then every `presence` seconds. After a failure, the
    feed waits for `retry` and tries again.
    """

    gap: float = 0.35
    presence: float = 6.0
    repeat: float = 12.0
    """After this many seconds, a watcher gets the count of watchers again, even if it has not changed.
    Without these messages, clients would take a silent connection for dead after 45 seconds."""
    first_presence: float = 1.0
    layer: float = 1.0
    """The timeout, in seconds, for the channel layer when watchers are counted."""
    retry: float = 0.5


AS_PROMISED: Final = Pace()
READ: Final = in_feed_thread(read_feed)


class Feed:
    """The feed of a competition. While its tasks run, its watchers in this process are kept up to date."""

    def __init__(self, competition_id: str, *, read: Read = READ, pace: Pace = AS_PROMISED) -> None:
        self.competition_id = competition_id
        self._group = group_of(competition_id)
        self._layer = channel_layer()
        self._channel: str | None = None
        self._read = read
        self._pace = pace
        self.watchers: dict[Watcher, None] = {}
        self._newcomers: list[Watcher] = []
        self._presence = Presence()
        self._reading: FeedReading | None = None
        self._standings: FeedMessage | None = None
        self._stale_since: float | None = None
        self._sent_at = float("-inf")
        self._woken = asyncio.Event()

    @property
    def empty(self) -> bool:
        return not self.watchers

    def start(self) -> list[asyncio.Task[None]]:
        """Start the feed, and return its tasks. When the tasks are cancelled, the feed leaves its group."""
        return [asyncio.create_task(work) for work in (self._listen(), self._feed(), self._count())]

    def add(self, watcher: Watcher) -> None:
        """Add a watcher. What it gets first is read only after this call, so it misses no change."""
        self.watchers[watcher] = None
        self._newcomers.append(watcher)
        self._woken.set()

    def remove(self, watcher: Watcher) -> None:
        self.watchers.pop(watcher, None)
        watcher.leave()

    def wake(self, committed_at: float | None = None) -> None:
        """Make the feed read the competition soon, because it may have changed. `committed_at` is when the
        change was committed; None if that is unknown."""
        if self._stale_since is None:
            self._stale_since = time.time() if committed_at is None else committed_at
        self._woken.set()

    def compare_changes(self, changes: int) -> None:
        """Read the competition again if `changes`, the count of changes in the database, is not the count
        that this feed has read."""
        if self._reading is None or changes != self._reading.changes:
            self.wake()

    # Standings and states

    async def _feed(self) -> None:
        """Read and send whenever something is due. After a failure, try again."""
        while True:
            await self._until_due()
            newcomers, self._newcomers = self._newcomers, []
            stale_since, self._stale_since = self._stale_since, None
            try:
                reading = await self._read(self.competition_id, self._version)
                await self._send_reading(reading, newcomers, stale_since)
            except Exception as error:
                # A Refusal is no fault: another thread is reading the standings just now.
                if not isinstance(error, Refusal):
                    logger.exception(
                        "nothing was sent to the watchers of competition %s", self.competition_id
                    )
                self._newcomers = newcomers + self._newcomers
                self._stale_since = time.time() if stale_since is None else stale_since
                await asyncio.sleep(self._pace.retry)

    @property
    def _version(self) -> int:
        return -1 if self._standings is None or self._standings.version is None else self._standings.version

    async def _until_due(self) -> None:
        while (delay := self._delay()) > 0:
            self._woken.clear()
            try:
                async with asyncio.timeout(min(delay, LONGEST_SLEEP)):
                    await self._woken.wait()
            except TimeoutError:
                pass

    def _delay(self) -> float:
        """The seconds until the next reading. If a newcomer waits, 0. Otherwise, the shorter of two times:
        after a wake-up, the rest of the gap; and the time until the clock changes a state, if it will.
        Infinite if there is neither."""
        if self._newcomers:
            return 0.0
        delay = float("inf")
        if self._stale_since is not None:
            delay = self._sent_at + self._pace.gap - seconds()
        if self._reading is not None and self._reading.next_change is not None:
            delay = min(delay, (self._reading.next_change - timezone.now()).total_seconds())
        return delay

    async def _send_reading(
        self, reading: FeedReading, newcomers: Sequence[Watcher], stale_since: float | None
    ) -> None:
        """Send everything to newcomers. Send changes to the other watchers as soon as the gap is over.

        `stale_since` is when the change was committed or, if its wake-up was lost, when the change was found;
        None if the feed reads only for newcomers, or because the clock changes a state now.
        """
        before, self._reading = self._reading, reading
        self._standings = reading.standings or self._standings
        older = [watcher for watcher in self.watchers if watcher.greeted]
        if before is not None and before.timetable != reading.timetable:
            await self._send(older, reading.state)
        for newcomer in newcomers:
            newcomer.greeted = True
            # A newcomer whose version is above the present one saw standings from before a backup was
            # restored.
            if newcomer.version > self._version:
                newcomer.version = -1
        await self._send(newcomers, reading.state)
        await self._send_standings(newcomers)
        if not any(watcher.version < self._version for watcher in older):
            return
        if seconds() < self._sent_at + self._pace.gap:
            self._stale_since = time.time() if stale_since is None else stale_since
        else:
            self._sent_at = seconds()
            await self._send_standings(older)
            if stale_since is not None:
                # The difference may be negative, because the clocks of two machines differ a little.
                FEED_SECONDS.observe(max(0.0, time.time() - stale_since))

    async def _send_standings(self, watchers: Sequence[Watcher]) -> None:
        behind = [watcher for watcher in watchers if watcher.version < self._version]
        for watcher in behind:
            watcher.version = self._version
        if self._standings is not None:
            await self._send(behind, self._standings)

    async def _send(self, watchers: Sequence[Watcher], message: FeedMessage) -> None:
        for served, watcher in enumerate(watchers, start=1):
            watcher.offer(message)
            if served % BREATH == 0:
                await asyncio.sleep(0)

    # The channel layer

    async def _listen(self) -> None:
        """Stay in the competition's group of the channel layer. If the layer fails, join again."""
        try:
            while True:
                try:
                    await self._join_and_receive()
                except Exception:
                    logger.warning("the channel layer failed; wake-ups will be missed", exc_info=True)
                    await asyncio.sleep(self._pace.retry)
        finally:
            await self._leave_group()

    async def _join_and_receive(self) -> None:
        if self._channel is None:
            self._channel = await self._layer.new_channel()
        await self._layer.group_add(self._group, self._channel)
        self.wake()  # the feed missed all messages that were sent before it joined the group
        await self._announce()
        while True:
            await self._receive(await self._layer.receive(self._channel))

    async def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] == "changed":
            self.wake(message["committed_at"])
        elif message["feed"] == self._channel:
            return
        elif self._presence.hear(message["feed"], message["watching"], seconds()):
            await self._announce()  # so that the new feed soon knows how many watch here

    async def _leave_group(self) -> None:
        if self._channel is None:
            return
        try:
            async with asyncio.timeout(5):
                await self._layer.group_discard(self._group, self._channel)
                await self._announce()
        except Exception:
            logger.warning("the group of %s was not left", self.competition_id, exc_info=True)

    # Presence

    async def _count(self) -> None:
        """Regularly tell the other feeds how many watch in this process, and tell the watchers how many watch
        in all processes."""
        await asyncio.sleep(self._pace.first_presence)
        while True:
            try:
                async with asyncio.timeout(self._pace.layer):
                    await self._renew()
            except Exception:
                logger.warning("the watchers of %s were not counted", self.competition_id, exc_info=True)
            now = seconds()
            watching = len(self.watchers) + self._presence.elsewhere(now)
            presence = SentPresence(watching, now)
            long_ago = now - self._pace.repeat
            due = [
                each
                for each in self.watchers
                if each.presence.watching != watching or each.presence.at <= long_ago
            ]
            for watcher in due:
                watcher.presence = presence
            await self._send(due, presence_message(watching))
            await asyncio.sleep(self._pace.presence)

    async def _renew(self) -> None:
        """Join the group again, since channel layers forget members after a day. Tell the feeds in the other
        processes how many watchers this feed has."""
        if self._channel is not None:
            await self._layer.group_add(self._group, self._channel)
            await self._announce()

    async def _announce(self) -> None:
        message = {"type": "presence", "feed": self._channel, "watching": len(self.watchers)}
        await self._layer.group_send(self._group, message)


def seconds() -> float:
    """The time by the clock of the event loop."""
    return asyncio.get_running_loop().time()
