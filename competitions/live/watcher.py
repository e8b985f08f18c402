"""One socket as its feed sees it: what it was last told, and what is on its way."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .messages import Message

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, str]], Awaitable[None]]


class Watcher:
    """Takes messages without ever waiting for the reader.

    While one is being sent, the newest of each kind waits for it to finish and
    those before are dropped: a slow reader costs only itself. Daphne's `send`
    never takes long, as it hands over to the transport without limit; there it
    is the server's ping that ends a connection which does not read. Others wait.
    """

    def __init__(self, send: Send, version: int = -1) -> None:
        self.version = version
        """Standings up to this version are of no interest to it."""
        self.greeted = False
        self.watching: int | None = None
        self._send = send
        self._waiting: dict[str, Message] = {}
        self._sending: asyncio.Task[None] | None = None
        self._gone = False

    def offer(self, message: Message) -> None:
        if self._gone:
            return
        self._waiting.pop(message.kind, None)
        self._waiting[message.kind] = message
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_waiting())

    def leave(self) -> None:
        """Nothing is sent any more."""
        self._gone = True
        if self._sending is not None:
            self._sending.cancel()

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.pop(next(iter(self._waiting))).frame)
        except Exception:
            logger.warning("a watcher was lost", exc_info=True)
            self._gone = True
        finally:
            self._sending = None
