"""This process's sockets on each attempt, which are told of changes by another device, REST or the clock.

What is shown is always read from the database. A change made by this process is
read at once; one made by another process, at the next regular look.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from ..jobs.watches import Lookout, watch
from ..models import Attempt, Ghost, Move, Round
from ..models.stretches import stretches
from .threads import in_move_thread

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often the attempts that are open here are read, in seconds."""

GRACE_S: Final = 0.2
"""How many seconds after a change a socket is told: its own answer often says so first, when two devices
play at once. A client that reads one answer to each message then gets no other message in between."""


QUIET_S: Final = 15.0
"""After so much silence a device is told that the line is not dead."""

ALIVE: Final = '{"type":"alive"}'

TOGETHER: Final = 50
"""How many attempts are read together, before their devices are told."""


class Age(NamedTuple):
    """How much has happened to an attempt: each change makes it greater, and it never gets smaller."""

    ended: bool
    takebacks: int = 0
    ply: int = 0


OVER: Final = Age(ended=True)


class RoundEnd(NamedTuple):
    """A round, and when it closes."""

    round_id: int
    closing: datetime | None


class ShownAttempt(NamedTuple):
    """A message that shows an attempt, and the age it shows."""

    text: str
    age: Age
    end: RoundEnd | None = None
    """The end of its round, where that was read."""
    deadline: str | None = None
    """The attempt's deadline, as it follows from that end."""


LookAtAttempts = Callable[[Collection[str]], Awaitable[Mapping[str, ShownAttempt | Exception]]]
"""The attempts with these ids as they stand, or why one cannot be read."""


class Device:
    """One socket, which was first sent `welcome`; `look` reads the current state of many attempts at once.

    While it answers its player it sends nothing else, so that nothing is sent twice.
    """

    def __init__(
        self, welcome: ShownAttempt, send: Callable[[str], Awaitable[None]], look: LookAtAttempts
    ) -> None:
        self.told, self.end, self.deadline = welcome.age, welcome.end, welcome.deadline
        self._send, self.look = send, look
        self.speaking = asyncio.Lock()
        self.spoke_at = monotonic()

    async def send(self, text: str) -> None:
        self.spoke_at = monotonic()
        await self._send(text)

    async def answer(self, answering: Awaitable[ShownAttempt]) -> None:
        """Send the answer to the player's own message."""
        async with self.speaking:
            answer = await answering
            self.told = max(self.told, answer.age)
            await self.send(answer.text)

    async def say_alive(self) -> None:
        """Say that the line is not dead, unless something else is just being said."""
        if not self.speaking.locked():
            async with self.speaking:
                await self.send(ALIVE)

    async def tell(self, shown: ShownAttempt) -> None:
        """Send the message if it is newer than what this socket was sent last."""
        async with self.speaking:
            if shown.age > self.told:
                self.told = shown.age
                await self.send(shown.text)

    async def tell_end(self, shown: ShownAttempt) -> None:
        """Send the message, which has another deadline, unless this socket was sent a newer state."""
        async with self.speaking:
            if shown.age >= self.told:
                self.told, self.end, self.deadline = shown.age, shown.end, shown.deadline
                await self.send(shown.text)


class Devices:
    """The devices that listen to each attempt."""

    def __init__(self) -> None:
        self.listening: dict[str, set[Device]] = {}
        self.hinted: set[str] = set()
        self.woken = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reading = asyncio.Lock()
        self.hearing: asyncio.Task[None] | None = None
        self.looking: Lookout | None = None
        self.unseen: set[str] = set()
        """The attempts that could not be read when it was last tried."""

    def join(self, attempt_id: str, device: Device) -> None:
        """Add a device, which misses no change from now on."""
        self.listening.setdefault(attempt_id, set()).add(device)
        if self.looking is None:
            self.loop, self.woken, self.reading = asyncio.get_running_loop(), asyncio.Event(), asyncio.Lock()
            self.hearing = asyncio.create_task(self._hear())
            self.looking = watch("open attempts", LOOK_EVERY_S, self._look_at_all)
        self._wake(attempt_id)  # it may have changed since the welcome was read

    def leave(self, attempt_id: str, device: Device) -> None:
        self.listening[attempt_id].discard(device)
        if not self.listening[attempt_id]:
            del self.listening[attempt_id]
        if not self.listening and self.looking is not None and self.hearing is not None:
            self.looking.stop()
            self.hearing.cancel()
            self.looking = self.hearing = None

    def changed(self, attempt_id: str) -> None:
        """Note that the attempt has changed, from any thread; cheap if nobody listens."""
        if self.loop is not None and attempt_id in self.listening:
            try:
                self.loop.call_soon_threadsafe(self._wake, attempt_id)
            except RuntimeError:  # the event loop is closed, and nobody listens any more
                self.loop = None

    def shared(self, attempt_id: str) -> bool:
        """Whether this process has more than one socket open on the attempt."""
        return len(self.listening.get(attempt_id, ())) > 1

    def _wake(self, attempt_id: str) -> None:
        self.hinted.add(attempt_id)
        self.woken.set()

    async def _hear(self) -> None:
        """Read attempts soon after they have changed here."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            changed, self.hinted = self.hinted & self.listening.keys(), set()
            try:
                await self._look(changed)
            except Exception:
                logger.exception("could not look at attempts that have changed; they are looked at later")

    async def _look_at_all(self) -> None:
        """Read all attempts that are open here, and when their rounds close."""
        await self.break_silence()
        await self._look(set(self.listening))
        await self._look_at_ends()

    async def break_silence(self) -> None:
        """Tell the devices that have heard nothing for long that the line is not dead."""
        long_ago = monotonic() - QUIET_S
        quiet = [each for some in self.listening.values() for each in some if each.spoke_at <= long_ago]
        await asyncio.gather(*(device.say_alive() for device in quiet), return_exceptions=True)

    async def _look(self, attempt_ids: Collection[str]) -> None:
        """Tell the devices that were last told an older state of these attempts, after some grace."""
        async with self.reading:  # so that nobody is told the same by two looks
            ages = await in_move_thread(ages_of)(attempt_ids)
            if not any(self._behind(ages)):
                return
            await asyncio.sleep(GRACE_S)
            behind = dict(self._behind(ages))
            for some in stretches(behind, TOGETHER):
                seen = await behind[some[0]][0].look(some)
                failed = {each: news for each, news in seen.items() if isinstance(news, Exception)}
                self._note_unseen(failed, some)
                telling = [
                    device.tell(news)
                    for attempt_id, news in seen.items()
                    if isinstance(news, ShownAttempt)
                    for device in behind[attempt_id]
                ]
                await asyncio.gather(*telling, return_exceptions=True)

    async def _look_at_ends(self) -> None:
        """Tell the devices on attempts whose round closes at another time than they were told last."""
        told = {device.end for some in self.listening.values() for device in some if device.end is not None}
        moved = told - await in_move_thread(_ends)({end.round_id for end in told})
        late = {
            attempt_id: [device for device in some if device.end in moved]
            for attempt_id, some in self.listening.items()
            if any(device.end in moved for device in some)
        }
        for some in stretches(late, TOGETHER):
            seen = await late[some[0]][0].look(some)
            telling = [
                device.tell_end(news)
                for attempt_id, news in seen.items()
                if isinstance(news, ShownAttempt)
                for device in late[attempt_id]
            ]
            await asyncio.gather(*telling, return_exceptions=True)

    def _behind(self, ages: Mapping[str, Age]) -> Iterator[tuple[str, list[Device]]]:
        """Each attempt with those of its devices that were last told an older state."""
        for attempt_id, age in ages.items():
            behind = [each for each in self.listening.get(attempt_id, ()) if each.told < age]
            if behind:
                yield attempt_id, behind

    def _note_unseen(self, failed: Mapping[str, Exception], looked_at: Collection[str]) -> None:
        """Log the attempts that could not be read: once, not every second. Never why: it may name cards."""
        for attempt_id, error in failed.items():
            if attempt_id not in self.unseen:
                logger.error("attempt %s cannot be looked at: %s", attempt_id, type(error).__name__)
        self.unseen = (self.unseen - set(looked_at)) | failed.keys()


devices = Devices()


def _ends(round_ids: Collection[int]) -> set[RoundEnd]:
    """When these rounds close now."""
    return {
        RoundEnd(round.pk, round.closing)
        for some in stretches(round_ids)
        for round in Round.objects.select_related("competition").filter(pk__in=some)
    }


def ages_of(attempt_ids: Collection[str]) -> dict[str, Age]:
    """The age of each attempt now: one query for every thousand. What is none of them may be a ghost."""
    newest = Move.objects.filter(attempt=OuterRef("pk")).order_by("-ply").values("ply")[:1]
    made = Attempt.objects.annotate(last=Subquery(newest))
    ages = {
        attempt_id: Age(False, takebacks, 0 if last is None else last + 1) if ended_at is None else OVER
        for some in stretches(attempt_ids)
        for attempt_id, ended_at, takebacks, last in made.filter(pk__in=some).values_list(
            "pk", "ended_at", "takebacks", "last"
        )
    }
    return ages | _ages_of_ghosts(set(attempt_ids) - ages.keys())


def _ages_of_ghosts(ghost_ids: Collection[str]) -> dict[str, Age]:
    """The age of each ghost; one whose time is over has ended, though nobody has written that down yet."""
    now = timezone.now()
    return {
        ghost.pk: OVER
        if ghost.ended_at or ghost.is_overdue(now)
        else Age(False, ghost.takebacks, ghost.moves_made)
        for some in stretches(ghost_ids)
        for ghost in Ghost.objects.filter(pk__in=some).defer("moves")
    }
