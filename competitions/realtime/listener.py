"""Sockets that only listen. They are admitted, get messages, and are closed when their right is lost."""

from abc import abstractmethod
from typing import Any, Final

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from ..web.languages import of_socket
from .admission import TOO_LARGE, TOO_MANY, UNSUPPORTED, CloseSocket, Right, as_reason
from .allowances import LONGEST_MESSAGE
from .connections import CONNECTIONS, Connection
from .watcher import Watcher

MOST_MESSAGES: Final = 32
"""The greatest number of messages that a client may send over a socket that only listens. No client needs
to send any. Whatever a client sends counts as its answer to a ping. So a client that keeps sending could hide
that it reads nothing."""


class ListeningConsumer(AsyncWebsocketConsumer):
    """A socket that only listens. It ignores the few messages that clients may send.

    A refused socket is closed only after the handshake, because browsers do not tell scripts why a handshake
    failed.
    """

    # These sockets need no channel of their own: the feeds and `Bells` receive from the channel layer for all
    # of them.
    channel_layer_alias = None  # type: ignore[assignment]  # the stubs do not know that it may be none
    connection: Connection | None = None
    language: str
    """The language of the socket's messages. `begin` sets it to the player's language."""

    @abstractmethod
    async def begin(self) -> Right:
        """Begin to get messages, and return the right to get them. Raises CloseSocket if the caller may
        not."""

    @abstractmethod
    def end(self) -> None:
        """Stop getting messages, even if `begin` has failed halfway."""

    def watcher(self, version: int = -1) -> Watcher:
        """Return a watcher that sends messages over this socket. It gets standings with a version above
        `version`."""
        extensions: Any = self.scope.get("extensions", {})
        push = extensions.get("evendeal.push", {}).get("push")  # this extension comes from our own server
        return Watcher(self.send, version, push)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # also if the socket has failed or its task was cancelled
            self._leave()

    async def connect(self) -> None:
        await self.accept()
        self.messages = 0
        self.language = of_socket(self.scope)
        try:
            right = await self.begin()
        except CloseSocket as close:
            await self._end(close)
            return
        self.connection = Connection(right, self._end)
        CONNECTIONS.join(self.connection)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.messages += 1
        if self.connection is None:  # the socket was closed already
            return
        if text_data is None:
            await self._end(CloseSocket(UNSUPPORTED, _("Send text, not binary data.")))
        elif len(text_data) > LONGEST_MESSAGE:
            await self._end(CloseSocket(TOO_LARGE, _("That is too long.")))
        elif self.messages > MOST_MESSAGES:
            await self._end(CloseSocket(TOO_MANY, _("These are too many messages.")))

    async def _end(self, why: CloseSocket) -> None:
        self._leave()
        with override(self.language):
            reason = as_reason(why.reason)
        await self.close(why.code, reason)

    def _leave(self) -> None:
        self.end()
        if self.connection is not None:
            CONNECTIONS.leave(self.connection)
            self.connection = None
