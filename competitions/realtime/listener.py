"""Sockets that only listen: let in, told what there is to tell, and closed when their right is lost."""

from abc import abstractmethod
from typing import Any, Final

from channels.generic.websocket import AsyncWebsocketConsumer

from .admission import TOO_LARGE, TOO_MANY, UNSUPPORTED, CloseSocket, Right
from .allowances import LONGEST_MESSAGE
from .connections import CONNECTIONS, Connection
from .watcher import Watcher

MOST_MESSAGES: Final = 32
"""How many messages a listener may send over one socket. It has no need to send any, and as long as it
sends, the server's pings do not find out that it reads nothing: so this must end."""


class ListeningConsumer(AsyncWebsocketConsumer):
    """It ignores what is sent to it, as long as that is little.

    It is closed after the handshake, because browsers do not tell scripts why a handshake failed.
    """

    # What is told comes from one place for all sockets, which listens to the layer.
    channel_layer_alias = None  # type: ignore[assignment]  # the stubs do not know that it may be none
    connection: Connection | None = None

    @abstractmethod
    async def begin(self) -> Right:
        """Have everything told from now on, and give the right by which that is; raises CloseSocket."""

    @abstractmethod
    def end(self) -> None:
        """Have nothing told any more, if anything was."""

    def watcher(self, version: int = -1) -> Watcher:
        """What takes the messages of this socket."""
        extensions: Any = self.scope.get("extensions", {})
        push = extensions.get("evendeal.push", {}).get("push")  # our own server's
        return Watcher(self.send, version, push)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # closed, failed or cancelled
            self._leave()

    async def connect(self) -> None:
        await self.accept()
        self.messages = 0
        try:
            right = await self.begin()
        except CloseSocket as close:
            await self._part(close.code, close.reason)
            return
        self.connection = Connection(right, self._lost)
        CONNECTIONS.join(self.connection)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.messages += 1
        if self.connection is None:  # already closed
            return
        if text_data is None:
            await self._part(UNSUPPORTED, "Nothing binary is understood here.")
        elif len(text_data) > LONGEST_MESSAGE:
            await self._part(TOO_LARGE, "That is too long.")
        elif self.messages > MOST_MESSAGES:
            await self._part(TOO_MANY, "A listener only listens.")

    async def _lost(self, why: CloseSocket) -> None:
        await self._part(why.code, why.reason)

    async def _part(self, code: int, reason: str) -> None:
        self._leave()
        await self.close(code, reason)

    def _leave(self) -> None:
        self.end()
        if self.connection is not None:
            CONNECTIONS.leave(self.connection)
            self.connection = None
