"""A socket or stream as its feed sees it, with what was sent last and what is being sent."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol

logger = logging.getLogger(__name__)

SendFrame = Callable[[Any], Awaitable[None]]
Push = Callable[[Any], bool]
"""A function that sends a message at once and returns True. If an earlier message still waits, the function
sends nothing and returns False."""

TRY_AGAIN_S: Final = 0.2
"""The seconds after which sending to a slow reader is tried again."""


class Sendable(Protocol):
    """A message to a watcher. If two messages on one `topic` wait, only the newer one is sent."""

    topic: str


class SentPresence(NamedTuple):
    """The last count of watchers that was sent, and when it was sent, in seconds of the event loop's clock.
    The count is None before any was sent."""

    watching: int | None
    at: float


NEVER_SENT: Final = SentPresence(None, float("-inf"))


class Watcher:
    """A reader of a feed. It takes messages without ever waiting for its socket or stream.

    `form` is the attribute of a message to send: `text` for a socket, `event` for a stream.

    While a message is being sent, only the newest message on each topic waits, and older ones are dropped. So
    a slow reader delays nobody else.

    With `push`, which our own server offers, most messages are sent before `offer` returns, without a task.
    Without it, a task calls `send`.
    """

    def __init__(
        self, send: SendFrame, version: int = -1, push: Push | None = None, *, form: str = "text"
    ) -> None:
        self.version = version
        """The version of the standings that the reader has; -1 if the reader has none. Only newer standings
        are sent."""
        self.greeted = False
        self.presence = NEVER_SENT
        self._send = send
        self._push = push
        self._formed = attrgetter(form)
        self._waiting: dict[str, Sendable] = {}
        self._busy: asyncio.Task[None] | asyncio.TimerHandle | None = None
        self._gone = False

    def offer(self, message: Sendable) -> None:
        if self._gone:
            return
        if self._busy is None and self._push is not None and self._push(self._formed(message)):
            return  # this is usual; the rest is for slow readers, and for servers without `push`
        self._waiting.pop(message.topic, None)
        self._waiting[message.topic] = message
        if self._busy is not None:
            return
        if self._push is None:
            self._busy = asyncio.create_task(self._send_waiting())
        else:
            self._push_waiting(self._push)

    def leave(self) -> None:
        """Stop sending."""
        self._gone = True
        if self._busy is not None:
            self._busy.cancel()

    def _push_waiting(self, push: Push) -> None:
        self._busy = None
        while self._waiting:
            topic = next(iter(self._waiting))
            if not push(self._formed(self._waiting[topic])):
                self._busy = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._push_waiting, push)
                return
            del self._waiting[topic]

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._formed(self._waiting.pop(next(iter(self._waiting)))))
        except Exception:
            logger.warning("a watcher was lost", exc_info=True)
            self._gone = True
        finally:
            self._busy = None
