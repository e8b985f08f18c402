"""A WebSocket: what it may send before it is cut, and that nothing is sent after it has gone."""

import asyncio
from time import monotonic
from typing import Any

from autobahn.twisted.websocket import WebSocketServerFactory
from daphne.ws_protocol import WebSocketProtocol

from . import limits
from .budgets import Budget
from .send_at_once import send_at_once

PLAYING = "/ws/v1/attempts/"
RESTARTING = 1012


class Socket(WebSocketProtocol):
    """One WebSocket with a budget of frames and of bytes.

    Messages that come faster than an application reads them would queue without end, and
    pings never reach an application. Beyond the budget the connection is cut, and what was
    received is thrown away unread.
    """

    frames: Budget | None = None
    """None until the request has been read: its size is bounded where it comes in."""
    octets: Budget | None = None
    takes_more = True
    """Whether the system takes more for the client."""
    unread = 0
    """Bytes that were sent since it takes no more."""
    message_length = 0
    """Of the message that is coming, as far as its frames have said."""
    early = b""
    """What has come since the request, while the application decides."""
    may_play = False
    """Whether it has a player's budget as soon as the application has admitted it, and so speaks to it."""
    queue: "asyncio.Queue[dict[str, Any]] | None" = None
    """What the application has not read yet; None before it has heard of the socket."""
    was_cut = False

    def connectionMade(self) -> None:
        super().connectionMade()
        # Instead of the channel that has read the request.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)

    def pauseProducing(self) -> None:
        """The system takes no more, so we read nothing more of what this client sends."""
        self.takes_more = False
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        self.takes_more = True
        self.unread = 0
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """The connection is lost, as `connectionLost` hears too."""

    def onConnect(self, request: Any) -> Any:
        self.may_play = request.path.startswith(PLAYING)
        self.frames, self.octets = Budget(*limits.WATCHERS_FRAMES), Budget(*limits.WATCHERS_BYTES)
        return super().onConnect(request)

    def connectionLost(self, reason: Any) -> None:
        self.factory.crowd.forget(self.transport)
        self.factory.lines.done(self.transport)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        if self.octets is None:
            super().dataReceived(data)
        elif not self.octets.spend(len(data), monotonic()):
            self.cut()
        elif self.state == self.STATE_CONNECTING:
            self.early += data  # autobahn would take it for another request
        else:
            self.parse(data)

    def parse(self, data: bytes) -> None:
        # Autobahn copies all that is left after each frame: of much it is given a little at a time.
        for start in range(0, len(data), limits.PARSED_AT_ONCE):
            if self.was_cut:
                break
            super().dataReceived(data[start : start + limits.PARSED_AT_ONCE])

    def onOpen(self) -> None:
        super().onOpen()
        early, self.early = self.early, b""
        self.parse(early)

    def onMessageBegin(self, isBinary: bool) -> None:
        self.message_length = 0
        super().onMessageBegin(isBinary)

    def onMessageFrameBegin(self, length: int) -> None:
        self.count_frame()
        self.message_length += length
        if (
            self.message_length > limits.LONGEST_MESSAGE
        ):  # autobahn's own limit would hold for what we send, too
            self.cut()
        super().onMessageFrameBegin(length)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if not self.was_cut:
            super().onMessage(payload, isBinary)

    def onPing(self, payload: bytes) -> None:
        self.count_frame()
        if not self.was_cut:
            super().onPing(payload)

    def onPong(self, payload: bytes) -> None:
        self.count_frame()

    def count_frame(self) -> None:
        if self.frames is not None and not self.frames.spend(1, monotonic()):
            self.cut()

    def cut(self) -> None:
        """End the connection at once, and drop what was received and not read yet."""
        self.was_cut = True
        self.transport.abortConnection()
        while self.queue is not None and not self.queue.empty():
            self.queue.get_nowait()

    def handle_reply(self, message: dict[str, Any]) -> None:
        self.factory.lines.done(self.transport)
        if self.was_cut or self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return  # it is on its way out, and the application has not heard
        if message["type"] == "websocket.close" and self.state == self.STATE_OPEN:
            self.sendClose(message.get("code", 1000), message.get("reason"))  # Daphne leaves out the reason
            return
        text = message.get("text")
        if message["type"] == "websocket.send" and self.state == self.STATE_OPEN and text is not None:
            send_at_once(self.transport, text_frame(text.encode()))
            self.sent(len(text))
            return
        super().handle_reply(message)

    def sent(self, length: int) -> None:
        """The application has spoken to it, and so knows who it is."""
        if not self.takes_more:
            self.unread += length
            if self.unread > limits.MOST_UNREAD:
                self.cut()
        if self.may_play:
            self.may_play = False
            self.frames, self.octets = Budget(*limits.PLAYERS_FRAMES), Budget(*limits.PLAYERS_BYTES)

    def push(self, text: str) -> bool:
        """Send a message at once; or give False and send nothing, if the client is behind.

        The frame of a text that goes to many sockets is made once.
        """
        if self.was_cut or self.state != self.STATE_OPEN:
            return True  # nobody waits for it
        if self.takes_more:
            send_at_once(self.transport, self.factory.frame_of(text))
        return self.takes_more

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        if self.frames is not None:  # Daphne has heard of it
            super().onClose(wasClean, code, reason)

    def restart(self) -> None:
        """Tell the client to connect again, because this process ends."""
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=RESTARTING)
        elif self.state == self.STATE_CONNECTING:
            self.cut()


class SocketFactory(WebSocketServerFactory):
    protocol = Socket

    def __init__(self, server: Any) -> None:
        super().__init__(server=server.server_name)
        self.server_class = server
        self.crowd = server.crowd
        self.lines = server.lines
        self._text, self._frame = "", b""

    def frame_of(self, text: str) -> bytes:
        """A text message in its frame; the last one is kept."""
        if text is not self._text:
            self._text, self._frame = text, text_frame(text.encode())
        return self._frame


def text_frame(payload: bytes) -> bytes:
    """The one frame of a server's text message (RFC 6455, 5.2). Autobahn shows none of those that it makes,
    and what it notes for its log with each message costs as much as sending it.
    """
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 2**16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload
