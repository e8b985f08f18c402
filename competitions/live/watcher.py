"""One socket as its feed sees it: what it was last told, and what is on its way."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from .messages import Message

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, str]], Awaitable[None]]
Push = Callable[[str], bool]
"""Sends a text at once; False, and not sent, where what was sent before still waits."""

TRY_AGAIN_S: Final = 0.2
"""How soon a reader that lags behind is looked at again, in seconds."""


class Watcher:
    """Takes messages without ever waiting for the reader.

    While one is being sent, the newest of each kind waits for it to finish and
    those before are dropped: a slow reader costs only itself.

    Where the server has a `push`, most messages are gone when `offer` returns,
    and a task for each is saved. Where it has none, a `send` that waits, waits
    in a task.
    """

    def __init__(self, send: Send, version: int = -1, push: Push | None = None) -> None:
        self.version = version
        """Standings up to this version are of no interest to it."""
        self.greeted = False
        self.watching: int | None = None
        self._send = send
        self._push = push
        self._waiting: dict[str, Message] = {}
        self._busy: asyncio.Task[None] | asyncio.TimerHandle | None = None
        self._gone = False

    def offer(self, message: Message) -> None:
        if self._gone:
            return
        self._waiting.pop(message.kind, None)
        self._waiting[message.kind] = message
        if self._busy is not None:
            return
        if self._push is None:
            self._busy = asyncio.create_task(self._send_waiting())
        else:
            self._push_waiting(self._push)

    def leave(self) -> None:
        """Nothing is sent any more."""
        self._gone = True
        if self._busy is not None:
            self._busy.cancel()

    def _push_waiting(self, push: Push) -> None:
        self._busy = None
        while self._waiting:
            kind = next(iter(self._waiting))
            if not push(self._waiting[kind].text):
                self._busy = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._push_waiting, push)
                return
            del self._waiting[kind]

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.pop(next(iter(self._waiting))).frame)
        except Exception:
            logger.warning("a watcher was lost", exc_info=True)
            self._gone = True
        finally:
            self._busy = None
