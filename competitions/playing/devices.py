"""The sockets of this process on each attempt, told of what others did: another device, REST, the clock.

What is shown is always read from the database. A change made in this process is
looked at at once; one made by another process, at the next look round.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import OuterRef, Subquery

from ..models import Attempt, Move
from .threads import in_thread

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often the attempts that are open here are looked at, in seconds."""

GRACE_S: Final = 0.2
"""How long after a change a socket is told, in seconds: its own answer may say so first, and often does
where two devices play at once. A client that reads one answer to each message then misses none."""


TOGETHER: Final = 50
"""Attempts that are looked at in one go, before the devices of these are told."""


class Age(NamedTuple):
    """What an attempt has been through; it only grows, and each change makes it greater."""

    ended: bool
    takebacks: int = 0
    ply: int = 0


OVER: Final = Age(ended=True)


class Shown(NamedTuple):
    """A message that shows an attempt, and the age it shows."""

    text: str
    age: Age


Look = Callable[[Collection[str]], Awaitable[Mapping[str, Shown | Exception]]]
"""The attempts with these ids as they stand, or what keeps one from being looked at."""


class Device:
    """One socket that was told `welcome`; `look` gives what there is to tell now, of many attempts at once.

    While it answers its player it says nothing else, so that nothing is said twice.
    """

    def __init__(self, welcome: Shown, send: Callable[[str], Awaitable[None]], look: Look) -> None:
        self.told = welcome.age
        self.send, self.look = send, look
        self.speaking = asyncio.Lock()

    async def answer(self, answering: Awaitable[Shown]) -> None:
        """Send what comes of the player's own message."""
        async with self.speaking:
            answer = await answering
            self.told = max(self.told, answer.age)
            await self.send(answer.text)

    async def tell(self, shown: Shown) -> None:
        """Send what is news to this socket."""
        async with self.speaking:
            if shown.age > self.told:
                self.told = shown.age
                await self.send(shown.text)


class Devices:
    """Who listens to which attempt."""

    def __init__(self) -> None:
        self.listening: dict[str, set[Device]] = {}
        self.hinted: set[str] = set()
        self.woken = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.looking: asyncio.Task[None] | None = None
        self.unseen: set[str] = set()
        """The attempts that could not be looked at when their turn last came."""

    def join(self, attempt_id: str, device: Device) -> None:
        """From here on the device misses nothing."""
        self.listening.setdefault(attempt_id, set()).add(device)
        if self.looking is None:
            self.loop, self.woken = asyncio.get_running_loop(), asyncio.Event()
            self.looking = asyncio.create_task(self._look_out())
        self._wake(attempt_id)  # what changed since the welcome was read

    def leave(self, attempt_id: str, device: Device) -> None:
        self.listening[attempt_id].discard(device)
        if not self.listening[attempt_id]:
            del self.listening[attempt_id]
        if not self.listening and self.looking is not None:
            self.looking.cancel()
            self.looking = None

    def changed(self, attempt_id: str) -> None:
        """Say from any thread that the attempt is not as it was; cheap where nobody listens."""
        if self.loop is not None and attempt_id in self.listening:
            try:
                self.loop.call_soon_threadsafe(self._wake, attempt_id)
            except RuntimeError:  # the loop is closed, and nobody listens any more
                self.loop = None

    def shared(self, attempt_id: str) -> bool:
        """Whether more than one socket is open here."""
        return len(self.listening.get(attempt_id, ())) > 1

    def _wake(self, attempt_id: str) -> None:
        self.hinted.add(attempt_id)
        self.woken.set()

    async def _look_out(self) -> None:
        """Look at attempts that have changed here soon, and at all of them now and then."""
        all_at, failing = 0.0, False
        while True:
            changed, self.hinted = self.hinted & self.listening.keys(), set()
            self.woken.clear()
            if monotonic() >= all_at:
                changed, all_at = set(self.listening), monotonic() + LOOK_EVERY_S
            try:
                await self._look(changed)
                failing = False
            except Exception:
                if not failing:  # once, not every second for as long as the database is away
                    logger.exception("could not look at the attempts that are open here; trying again")
                failing = True
            try:
                async with asyncio.timeout(max(0.0, all_at - monotonic())):
                    await self.woken.wait()
            except TimeoutError:
                pass

    async def _look(self, attempt_ids: Collection[str]) -> None:
        """Tell those who do not know how these attempts stand, unless they hear of it otherwise."""
        ages = await in_thread(_ages)(attempt_ids)
        if not any(self._behind(ages)):
            return
        await asyncio.sleep(GRACE_S)
        behind = dict(self._behind(ages))
        for some in _stretches(list(behind), TOGETHER):
            seen = await behind[some[0]][0].look(some)
            self._note_unseen(
                {each: news for each, news in seen.items() if isinstance(news, Exception)}, some
            )
            telling = [
                device.tell(news)
                for attempt_id, news in seen.items()
                if isinstance(news, Shown)
                for device in behind[attempt_id]
            ]
            await asyncio.gather(*telling, return_exceptions=True)

    def _behind(self, ages: Mapping[str, Age]) -> Iterator[tuple[str, list[Device]]]:
        """Each attempt with those of its devices that were told of it as it was before."""
        for attempt_id, age in ages.items():
            behind = [each for each in self.listening.get(attempt_id, ()) if each.told < age]
            if behind:
                yield attempt_id, behind

    def _note_unseen(self, failed: Mapping[str, Exception], looked_at: Collection[str]) -> None:
        """Log what could not be looked at: once, not every second. Never why: it may name cards."""
        for attempt_id, error in failed.items():
            if attempt_id not in self.unseen:
                logger.error("attempt %s cannot be looked at: %s", attempt_id, type(error).__name__)
        self.unseen = (self.unseen - set(looked_at)) | failed.keys()


devices = Devices()


def _stretches(attempt_ids: Sequence[str], length: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(attempt_ids), length):
        yield attempt_ids[start : start + length]


def _ages(attempt_ids: Collection[str]) -> dict[str, Age]:
    """How old each attempt is now: one query for every thousand."""
    newest = Move.objects.filter(attempt=OuterRef("pk")).order_by("-ply").values("ply")[:1]
    made = Attempt.objects.annotate(last=Subquery(newest))
    return {
        attempt_id: Age(False, takebacks, 0 if last is None else last + 1) if ended_at is None else OVER
        for some in _stretches(list(attempt_ids), 1000)
        for attempt_id, ended_at, takebacks, last in made.filter(pk__in=some).values_list(
            "pk", "ended_at", "takebacks", "last"
        )
    }
