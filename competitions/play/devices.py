"""The sockets of this process on which attempts are played. When another device, a REST request or the clock
changes an attempt, the attempt's sockets are sent the new state.

The state is read from the database: at once after a change by this process, and at the next regular check
after a change by another process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import override

from ..jobs.watches import Watch, watch
from ..models import Attempt, Ghost, Move, Round
from ..models.stretches import stretches
from .threads import in_move_thread

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""The seconds between two regular checks, which read all attempts that have a socket in this process."""

GRACE_S: Final = 0.2
"""The seconds from a change until the attempt's other sockets are sent the new state. When two devices play
at the same time, each usually has the answer to its own move by then. So a client that expects one answer to
each message gets no other message in between."""


QUIET_S: Final = 15.0
"""A device that was sent nothing for this many seconds is sent `ALIVE`. Otherwise the device might take the
connection for dead."""

ALIVE: Final = '{"type":"alive"}'

TOGETHER: Final = 50
"""The greatest number of attempts that are read at once. Their devices are sent the new states before more
attempts are read."""


class Age(NamedTuple):
    """How far an attempt has come. Every move, every takeback and the end make the age greater."""

    ended: bool
    takebacks: int = 0
    ply: int = 0


OVER: Final = Age(ended=True)


class RoundEnd(NamedTuple):
    """When a round closes. If this time is moved, devices are sent the attempts of the round again."""

    round_id: int
    closing: datetime | None


class ShownAttempt(NamedTuple):
    """A message to a player's socket that shows an attempt, and the age of the attempt in that message."""

    text: str
    age: Age
    end: RoundEnd | None = None
    """When the attempt's round closes; None if the message was made without reading the round."""
    deadline: str | None = None
    """The attempt's deadline as it stands in the message; None if the attempt has none."""
    times_out_at: datetime | None = None
    """When the attempt reaches its own time limit; None if the attempt has no limit."""


LookAtAttempts = Callable[[Collection[str]], Awaitable[Mapping[str, ShownAttempt | Exception]]]
"""A function that reads attempts by their ids. It returns a message or an error for each id."""


class Device:
    """One socket on an attempt. `welcome` was the first message to the socket. `look` reads the new states of
    this attempt and of others at once, for devices of the same language.

    While an answer to the player is on its way, messages about changes wait, because the answer may already
    show those changes.
    """

    def __init__(
        self,
        welcome: ShownAttempt,
        send: Callable[[str], Awaitable[None]],
        look: LookAtAttempts,
        language: str,
    ) -> None:
        self.told = welcome.age
        self._note_deadline(welcome)
        self._send, self.look, self.language = send, look, language
        self.speaking = asyncio.Lock()
        self.spoke_at = monotonic()

    async def send(self, text: str) -> None:
        self.spoke_at = monotonic()
        await self._send(text)

    async def answer(self, answering: Awaitable[ShownAttempt]) -> None:
        """Wait for the answer to the player's own message, and send it."""
        async with self.speaking:
            answer = await answering
            self.told = max(self.told, answer.age)
            await self.send(answer.text)

    async def say_alive(self) -> None:
        """Send `ALIVE`, unless an answer or another message is on its way."""
        if not self.speaking.locked():
            async with self.speaking:
                await self.send(ALIVE)

    async def tell(self, shown: ShownAttempt) -> None:
        """Send the message if its state is newer than every state that this socket was sent."""
        async with self.speaking:
            if shown.age > self.told:
                self.told = shown.age
                await self.send(shown.text)

    async def tell_deadline(self, shown: ShownAttempt) -> None:
        """Send the message with the new deadline, unless this socket was sent a newer state already."""
        async with self.speaking:
            if shown.age >= self.told:
                self.told = shown.age
                self._note_deadline(shown)
                await self.send(shown.text)

    def _note_deadline(self, shown: ShownAttempt) -> None:
        self.end, self.deadline, self.times_out_at = shown.end, shown.deadline, shown.times_out_at


class Devices:
    """The devices of each attempt in this process, and the tasks that send them changes."""

    def __init__(self) -> None:
        self.listening: dict[str, set[Device]] = {}
        self.changed_ids: set[str] = set()
        """The ids of the attempts that may have changed since `_hear` last looked."""
        self.woken = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.reading = asyncio.Lock()
        self.hearing: asyncio.Task[None] | None = None
        self.watch: Watch | None = None
        self.unseen: set[str] = set()
        """The ids of the attempts that could not be read at the last try. They are not logged again."""

    def join(self, attempt_id: str, device: Device) -> None:
        """Add a device to an attempt. From now on, the device is sent every change."""
        self.listening.setdefault(attempt_id, set()).add(device)
        if self.watch is None:
            self.loop, self.woken, self.reading = asyncio.get_running_loop(), asyncio.Event(), asyncio.Lock()
            self.hearing = asyncio.create_task(self._hear())
            self.watch = watch("open attempts", LOOK_EVERY_S, self._check_all)
        self._wake(attempt_id)  # the attempt may have changed since the welcome was read

    def leave(self, attempt_id: str, device: Device) -> None:
        self.listening[attempt_id].discard(device)
        if not self.listening[attempt_id]:
            del self.listening[attempt_id]
        if not self.listening and self.watch is not None and self.hearing is not None:
            self.watch.stop()
            self.hearing.cancel()
            self.watch = self.hearing = None

    def changed(self, attempt_id: str) -> None:
        """Mark an attempt as changed, so that its devices are sent the new state. May be called from any
        thread. Cheap if the attempt has no devices here."""
        if self.loop is not None and attempt_id in self.listening:
            try:
                self.loop.call_soon_threadsafe(self._wake, attempt_id)
            except RuntimeError:  # the event loop is closed
                self.loop = None

    def shared(self, attempt_id: str) -> bool:
        """Whether this process has more than one socket open on the attempt."""
        return len(self.listening.get(attempt_id, ())) > 1

    def _wake(self, attempt_id: str) -> None:
        self.changed_ids.add(attempt_id)
        self.woken.set()

    async def _hear(self) -> None:
        """Send devices the new states of attempts that this process has changed, until this task is
        cancelled."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            changed, self.changed_ids = self.changed_ids & self.listening.keys(), set()
            try:
                await self._show_changes(changed)
            except Exception:
                logger.exception("could not look at attempts that have changed; they are looked at later")

    async def _check_all(self) -> None:
        """The regular check: send `ALIVE` where it is due, and show what has changed."""
        await self.break_silence()
        await self._show_changes(set(self.listening))
        await self._show_moved_deadlines()

    async def break_silence(self) -> None:
        """Send `ALIVE` to the devices that were sent nothing for `QUIET_S` seconds."""
        long_ago = monotonic() - QUIET_S
        quiet = [each for some in self.listening.values() for each in some if each.spoke_at <= long_ago]
        await asyncio.gather(*(device.say_alive() for device in quiet), return_exceptions=True)

    async def _show_changes(self, attempt_ids: Collection[str]) -> None:
        """After `GRACE_S` seconds, show changed attempts to the devices that were sent an older state."""
        async with self.reading:  # one call at a time, so that no change is sent twice
            ages = await in_move_thread(ages_of)(attempt_ids)
            if not any(self._behind(ages)):
                return
            await asyncio.sleep(GRACE_S)
            await self._show(dict(self._behind(ages)), Device.tell)

    async def _show(
        self, late: Mapping[str, list[Device]], tell: Callable[[Device, ShownAttempt], Awaitable[None]]
    ) -> None:
        """Read the attempts of `late`, which maps an attempt's id to the devices that have an older state of
        it, and call `tell` for each of these devices. An attempt is read once for each language of its
        devices."""
        for language in sorted({device.language for some in late.values() for device in some}):
            readers = {each: [one for one in some if one.language == language] for each, some in late.items()}
            for some in stretches([each for each, reading in readers.items() if reading], TOGETHER):
                with override(language):
                    seen = await readers[some[0]][0].look(some)
                failed = {each: news for each, news in seen.items() if isinstance(news, Exception)}
                self._note_unseen(failed, some)
                telling = [
                    tell(device, news)
                    for attempt_id, news in seen.items()
                    if isinstance(news, ShownAttempt)
                    for device in readers[attempt_id]
                ]
                await asyncio.gather(*telling, return_exceptions=True)

    async def _show_moved_deadlines(self) -> None:
        """If the end of an attempt's round or the attempt's time limit was moved, show the attempt again to
        the devices that were sent the old time."""
        told = {device.end for some in self.listening.values() for device in some if device.end is not None}
        moved = told - await in_move_thread(_ends)({end.round_id for end in told})
        running = [each for each, some in self.listening.items() if any(device.end for device in some)]
        limits = await in_move_thread(_limits)(running)

        def is_late(attempt_id: str, device: Device) -> bool:
            return device.end in moved or limits.get(attempt_id, device.times_out_at) != device.times_out_at

        late = {
            attempt_id: [device for device in some if is_late(attempt_id, device)]
            for attempt_id, some in self.listening.items()
            if any(is_late(attempt_id, device) for device in some)
        }
        await self._show(late, Device.tell_deadline)

    def _behind(self, ages: Mapping[str, Age]) -> Iterator[tuple[str, list[Device]]]:
        """Yield each attempt of `ages` that has devices with an older state, together with these devices."""
        for attempt_id, age in ages.items():
            behind = [each for each in self.listening.get(attempt_id, ()) if each.told < age]
            if behind:
                yield attempt_id, behind

    def _note_unseen(self, failed: Mapping[str, Exception], looked_at: Collection[str]) -> None:
        """Log the attempts that could not be read, but only once each. The error's text is not logged, since
        it may name cards."""
        for attempt_id, error in failed.items():
            if attempt_id not in self.unseen:
                logger.error("attempt %s cannot be looked at: %s", attempt_id, type(error).__name__)
        self.unseen = (self.unseen - set(looked_at)) | failed.keys()


devices = Devices()


def _ends(round_ids: Collection[int]) -> set[RoundEnd]:
    """When each of these rounds closes, as it is stored now."""
    return {
        RoundEnd(round.pk, round.closing)
        for some in stretches(round_ids)
        for round in Round.objects.select_related("competition").filter(pk__in=some)
    }


def _limits(attempt_ids: Collection[str]) -> dict[str, datetime | None]:
    """When each of these attempts reaches its time limit (None without a limit), keyed by the attempt's id
    and read from the database now. Attempts that do not run are left out."""
    running = Attempt.objects.running()
    return {
        attempt_id: times_out_at
        for some in stretches(attempt_ids)
        for attempt_id, times_out_at in running.filter(pk__in=some).values_list("pk", "times_out_at")
    }


def ages_of(attempt_ids: Collection[str]) -> dict[str, Age]:
    """The age of each attempt or ghost, keyed by its id. One query reads at most a thousand of them."""
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
    """The age of each ghost, keyed by its id. A ghost whose time is over counts as ended, even if its end is
    not stored yet."""
    now = timezone.now()
    return {
        ghost.pk: OVER
        if ghost.ended_at or ghost.is_overdue(now)
        else Age(False, ghost.takebacks, ghost.moves_made)
        for some in stretches(ghost_ids)
        for ghost in Ghost.objects.filter(pk__in=some).defer("moves")
    }
