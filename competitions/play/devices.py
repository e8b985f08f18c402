"""This process's sockets on attempts: each is told of changes that another device, REST or the clock made.

Every message is read from the database: at once after a change by this process, at the next regular look if
another process made the change.
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
"""Seconds between two reads of the attempts that have a socket here."""

GRACE_S: Final = 0.2
"""Seconds from a change until a socket is told. Its own answer often comes first, when two devices play at
once; then a client that reads one answer to each message gets no other in between."""


QUIET_S: Final = 15.0
"""Seconds of silence after which a device is sent `ALIVE`, so that it does not take the line for dead."""

ALIVE: Final = '{"type":"alive"}'

TOGETHER: Final = 50
"""How many attempts are read before their devices are told."""


class Age(NamedTuple):
    """How far an attempt has come: every change makes this greater."""

    ended: bool
    takebacks: int = 0
    ply: int = 0


OVER: Final = Age(ended=True)


class RoundEnd(NamedTuple):
    """A round, and when it closes."""

    round_id: int
    closing: datetime | None


class ShownAttempt(NamedTuple):
    """A message that shows an attempt, and the attempt's age in it."""

    text: str
    age: Age
    end: RoundEnd | None = None
    """The end of its round, if that was read."""
    deadline: str | None = None
    """The attempt's deadline by that end."""


LookAtAttempts = Callable[[Collection[str]], Awaitable[Mapping[str, ShownAttempt | Exception]]]
"""Reads attempts by their ids: a message for each, or the error."""


class Device:
    """One socket, which was sent `welcome` first. `look` reads many attempts at once.

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
        """Send `ALIVE`, unless something else is being sent."""
        if not self.speaking.locked():
            async with self.speaking:
                await self.send(ALIVE)

    async def tell(self, shown: ShownAttempt) -> None:
        """Send the message if it is newer than the last one of this socket."""
        async with self.speaking:
            if shown.age > self.told:
                self.told = shown.age
                await self.send(shown.text)

    async def tell_end(self, shown: ShownAttempt) -> None:
        """Send the message for its new deadline, unless this socket was sent a newer state."""
        async with self.speaking:
            if shown.age >= self.told:
                self.told, self.end, self.deadline = shown.age, shown.end, shown.deadline
                await self.send(shown.text)


class Devices:
    """The devices of each attempt, and the tasks that look after them."""

    def __init__(self) -> None:
        self.listening: dict[str, set[Device]] = {}
        self.hinted: set[str] = set()
        self.woken = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reading = asyncio.Lock()
        self.hearing: asyncio.Task[None] | None = None
        self.looking: Lookout | None = None
        self.unseen: set[str] = set()
        """The attempts that could not be read the last time."""

    def join(self, attempt_id: str, device: Device) -> None:
        """Add a device: it misses no change from now on."""
        self.listening.setdefault(attempt_id, set()).add(device)
        if self.looking is None:
            self.loop, self.woken, self.reading = asyncio.get_running_loop(), asyncio.Event(), asyncio.Lock()
            self.hearing = asyncio.create_task(self._hear())
            self.looking = watch("open attempts", LOOK_EVERY_S, self._check_all)
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
        """Wake the attempt's devices after a change, from any thread; cheap if there are none."""
        if self.loop is not None and attempt_id in self.listening:
            try:
                self.loop.call_soon_threadsafe(self._wake, attempt_id)
            except RuntimeError:  # the event loop is closed
                self.loop = None

    def shared(self, attempt_id: str) -> bool:
        """Whether this process has more than one socket open on the attempt."""
        return len(self.listening.get(attempt_id, ())) > 1

    def _wake(self, attempt_id: str) -> None:
        self.hinted.add(attempt_id)
        self.woken.set()

    async def _hear(self) -> None:
        """Read attempts soon after this process has changed them."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            changed, self.hinted = self.hinted & self.listening.keys(), set()
            try:
                await self._show_changes(changed)
            except Exception:
                logger.exception("could not look at attempts that have changed; they are looked at later")

    async def _check_all(self) -> None:
        """Read all attempts that have a device here, and the ends of their rounds."""
        await self.break_silence()
        await self._show_changes(set(self.listening))
        await self._show_moved_ends()

    async def break_silence(self) -> None:
        """Send `ALIVE` to the devices that were sent nothing for `QUIET_S` seconds."""
        long_ago = monotonic() - QUIET_S
        quiet = [each for some in self.listening.values() for each in some if each.spoke_at <= long_ago]
        await asyncio.gather(*(device.say_alive() for device in quiet), return_exceptions=True)

    async def _show_changes(self, attempt_ids: Collection[str]) -> None:
        """Show these attempts to the devices that were shown an older state, after `GRACE_S` seconds."""
        async with self.reading:  # or two looks would tell the same
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

    async def _show_moved_ends(self) -> None:
        """Show attempts to the devices that were told another end of the round."""
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
        """Yield each attempt with its devices that were shown an older state."""
        for attempt_id, age in ages.items():
            behind = [each for each in self.listening.get(attempt_id, ()) if each.told < age]
            if behind:
                yield attempt_id, behind

    def _note_unseen(self, failed: Mapping[str, Exception], looked_at: Collection[str]) -> None:
        """Log the attempts that could not be read: once, without the error's text, which may name cards."""
        for attempt_id, error in failed.items():
            if attempt_id not in self.unseen:
                logger.error("attempt %s cannot be looked at: %s", attempt_id, type(error).__name__)
        self.unseen = (self.unseen - set(looked_at)) | failed.keys()


devices = Devices()


def _ends(round_ids: Collection[int]) -> set[RoundEnd]:
    """These rounds with the times at which they close now."""
    return {
        RoundEnd(round.pk, round.closing)
        for some in stretches(round_ids)
        for round in Round.objects.select_related("competition").filter(pk__in=some)
    }


def ages_of(attempt_ids: Collection[str]) -> dict[str, Age]:
    """The age of each attempt or ghost, with one query for every thousand ids."""
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
    """The age of each ghost; one whose time is over counts as ended, though that is not stored yet."""
    now = timezone.now()
    return {
        ghost.pk: OVER
        if ghost.ended_at or ghost.is_overdue(now)
        else Age(False, ghost.takebacks, ghost.moves_made)
        for some in stretches(ghost_ids)
        for ghost in Ghost.objects.filter(pk__in=some).defer("moves")
    }
