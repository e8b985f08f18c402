"""A WebSocket: limits on what its client sends. Nothing is sent to a client that has gone."""

import asyncio
from random import uniform
from time import monotonic
from typing import Any

from autobahn.twisted.websocket import WebSocketServerFactory
from daphne.ws_protocol import WebSocketProtocol

from . import limits
from .budgets import Budget
from .security_headers import missing_headers
from .send_at_once import send_at_once

PLAYING = "/ws/v1/attempts/"
RESTARTING = 1012


class Socket(WebSocketProtocol):
    """A WebSocket with a budget of frames and of bytes.

    Without a budget, messages that come faster than the application reads them would queue without end. Pings
    do not reach the application, so only a budget can limit them. When the budget is spent, the connection is
    cut, and unread data is dropped.
    """

    frames: Budget | None = None
    """The budget of frames; None until the request has been read, because the size of a request is limited
    already."""
    octets: Budget | None = None
    """The budget of bytes; None as long as `frames` is None."""
    takes_more = True
    """Whether the system accepts data for the client."""
    unread = 0
    """The number of bytes sent since the system stopped accepting data for the client."""
    message_length = 0
    """The length of the message that is arriving: of all its frames that have begun."""
    early = b""
    """Data that came after the request, but before the application had decided whether to admit the
    client."""
    ends_at: float | None = None
    """The time, on the monotonic clock, at which a watcher must reconnect; None for players."""
    may_play = False
    """Whether the socket gets a player's budget as soon as the application admits it by sending something."""
    queue: "asyncio.Queue[dict[str, Any]] | None" = None
    """Events that the application has not read yet; None until the application runs for this socket."""
    was_cut = False

    def connectionMade(self) -> None:
        super().connectionMade()
        # From now on, Twisted tells the socket, not the channel that read the request, when to pause.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)

    def pauseProducing(self) -> None:
        """Stop reading from this client, because the system accepts no more data for it."""
        self.takes_more = False
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        self.takes_more = True
        self.unread = 0
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """Do nothing: the connection is lost, and `connectionLost` is called too."""

    def onConnect(self, request: Any) -> Any:
        self.may_play = request.path.startswith(PLAYING)
        if not self.may_play:
            self.ends_at = monotonic() + uniform(*limits.WATCHED_S)
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
            self.early += data  # kept until the socket is open: autobahn would take it for a request
        else:
            self.parse(data)

    def parse(self, data: bytes) -> None:
        # After each frame, Autobahn copies all data that follows. Small pieces keep these copies small.
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
        ):  # not by autobahn's own limit, which would also apply to messages that we send
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
        """End the connection at once, and drop received data that was not read."""
        self.was_cut = True
        self.transport.abortConnection()
        while self.queue is not None and not self.queue.empty():
            self.queue.get_nowait()

    def handle_reply(self, message: dict[str, Any]) -> None:
        self.factory.lines.done(self.transport)
        if self.was_cut or self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return  # the socket has ended, and the application did not know it yet
        if message["type"] == "websocket.close" and self.state == self.STATE_OPEN:
            # Daphne's own `handle_reply` would leave out the reason
            self.sendClose(message.get("code", 1000), message.get("reason"))
            return
        text = message.get("text")
        if message["type"] == "websocket.send" and self.state == self.STATE_OPEN and text is not None:
            send_at_once(self.transport, text_frame(text.encode()))
            self.sent(len(text))
            return
        super().handle_reply(message)

    def sent(self, length: int) -> None:
        """Count bytes sent while the system accepts no more for the client, and cut off a client that leaves
        too many unread. The first message also admits a player, who has larger budgets from then on."""
        if not self.takes_more:
            self.unread += length
            if self.unread > limits.MOST_UNREAD:
                self.cut()
        if self.may_play:
            self.may_play = False
            self.frames, self.octets = Budget(*limits.PLAYERS_FRAMES), Budget(*limits.PLAYERS_BYTES)

    def push(self, text: str) -> bool:
        """Send a message at once. Return False and send nothing if the client is behind.

        A text that goes to many sockets is framed only once.
        """
        if self.was_cut or self.state != self.STATE_OPEN:
            return True  # nobody reads any more, so nothing is missing
        if self.takes_more:
            send_at_once(self.transport, self.factory.frame_of(text))
        return self.takes_more

    def sendHttpErrorResponse(self, code: int, reason: str, responseHeaders: Any = None) -> None:
        """Refuse a handshake, and add our security headers to the answer."""
        headers = [(name.decode(), value.decode()) for name, value in missing_headers()]
        super().sendHttpErrorResponse(code, reason, [*(responseHeaders or ()), *headers])

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        # `frames` is None until the request is read. Until then, Daphne's `onClose` would fail.
        if self.frames is not None:
            super().onClose(wasClean, code, reason)

    def restart(self) -> None:
        """Tell the client to reconnect. Do nothing if the handshake is not over yet, because the client
        cannot read a message before that."""
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=RESTARTING)


class SocketFactory(WebSocketServerFactory):
    protocol = Socket

    def __init__(self, server: Any) -> None:
        super().__init__(server=server.server_name)
        self.server_class = server
        self.crowd = server.crowd
        self.lines = server.lines
        self._text, self._frame = "", b""

    def frame_of(self, text: str) -> bytes:
        """The frame of a text message. The last frame is cached."""
        if text is not self._text:
            self._text, self._frame = text, text_frame(text.encode())
        return self._frame


def text_frame(payload: bytes) -> bytes:
    """A text message of the server as a single frame (RFC 6455, 5.2). Autobahn does not give access to the
    frames that it makes, and its log entries for each message cost as much as sending it."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 2**16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload
