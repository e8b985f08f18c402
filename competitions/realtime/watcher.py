"""A socket or stream, as its feed sees it: what was sent last, and what is being sent."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol

logger = logging.getLogger(__name__)

SendFrame = Callable[[Any], Awaitable[None]]
Push = Callable[[Any], bool]
"""Sends a message at once; or returns False and sends nothing, if an earlier one still waits."""

TRY_AGAIN_S: Final = 0.2
"""Seconds until sending to a slow reader is tried again."""


class Sendable(Protocol):
    """A message of some kind, in the form that its watcher sends."""

    kind: str


class SentPresence(NamedTuple):
    """The last count sent, and when, in seconds of the clock of the loop."""

    watching: int | None
    at: float


NEVER_SENT: Final = SentPresence(None, float("-inf"))


class Watcher:
    """Takes messages without ever waiting for the reader.

    Its `form` is the attribute of a message to send: `text` for a socket, `event` for a stream.

    While a message is being sent, only the newest of each kind waits, and older ones are dropped. So a slow
    reader delays nobody else.

    If the server has a `push`, most messages are sent when `offer` returns, without a task. If it has none,
    `send` waits in a task.
    """

    def __init__(
        self, send: SendFrame, version: int = -1, push: Push | None = None, *, form: str = "text"
    ) -> None:
        self.version = version
        """The version of the last standings sent; older ones are not sent."""
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
            return  # nearly always; the rest is for slow readers
        self._waiting.pop(message.kind, None)
        self._waiting[message.kind] = message
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
            kind = next(iter(self._waiting))
            if not push(self._formed(self._waiting[kind])):
                self._busy = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._push_waiting, push)
                return
            del self._waiting[kind]

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._formed(self._waiting.pop(next(iter(self._waiting)))))
        except Exception:
            logger.warning("a watcher was lost", exc_info=True)
            self._gone = True
        finally:
            self._busy = None
