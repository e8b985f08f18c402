"""A WebSocket: what it may send before it is cut, and that nothing is sent after it has gone."""

from time import monotonic
from typing import Any

from autobahn.twisted.websocket import ConnectionDeny
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from competitions.http.networks import network_of

from . import limits
from .addresses import client_of
from .budgets import Budget
from .pushing import push_bytes

PLAYING = "/ws/v1/attempts/"
RESTARTING = 1012
TOO_MANY_REQUESTS = 429


class Socket(WebSocketProtocol):
    """One WebSocket with a budget of frames and of bytes.

    Both are counted before a frame is parsed: messages that come faster than an
    application reads them would queue without end, and pings never reach an
    application. Beyond the budget the connection is cut, and what was received is
    thrown away unread.
    """

    frames: Budget | None = None
    """None until the request has been read: its size is bounded where it comes in."""
    octets: Budget | None = None
    unread = 0
    """Bytes that were sent since the system could take no more for it."""
    may_play = False
    """Whether it has a player's budget as soon as the application has admitted it, and so speaks to it."""

    def onConnect(self, request: Any) -> Any:
        headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.items()
        ]
        peer = self.transport.getPeer().host
        network = network_of(client_of(peer, headers, self.factory.trusted_proxies))
        if not self.factory.crowd.seat(self.transport, network, monotonic()):
            raise ConnectionDeny(TOO_MANY_REQUESTS, "Too many sockets from one address")
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
            self.data += data  # autobahn would take it for another request
        else:
            # It copies all that is left after each frame: of much it is given a little at a time.
            for start in range(0, len(data), limits.PARSED_AT_ONCE):
                if self.state == self.STATE_CLOSED:
                    break
                super().dataReceived(data[start : start + limits.PARSED_AT_ONCE])

    def onFrameBegin(self) -> None:
        if self.frames.spend(1, monotonic()):
            super().onFrameBegin()
        else:
            self.cut()

    def onMessageFrameBegin(self, length: int) -> None:
        # Autobahn's own limit would hold for what we send as well.
        if self.message_data_total_length + length > limits.LONGEST_MESSAGE:
            self.cut("its message is too long")
        else:
            super().onMessageFrameBegin(length)

    def cut(self, reason: str = "it sends too much") -> None:
        """End the connection at once, and drop what was received and not read yet."""
        self.wasNotCleanReason = reason
        self.dropConnection(abort=True)
        self.data = b""
        queue = getattr(self, "application_queue", None)
        while queue is not None and not queue.empty():
            queue.get_nowait()

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        if self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return  # it is on its way out, and the application has not heard
        super().serverSend(content, binary)
        # The channel of the handshake still is whom the transport tells when it can take no more.
        channel = self.transport.producer
        self.unread = self.unread + len(content) if channel and not channel.writable.is_set() else 0
        if self.unread > limits.MOST_UNREAD:
            self.cut("it reads nothing")
            return
        if self.may_play:  # the application knows who it is
            self.may_play = False
            self.frames, self.octets = Budget(*limits.PLAYERS_FRAMES), Budget(*limits.PLAYERS_BYTES)

    def handle_reply(self, message: dict[str, Any]) -> None:
        self.factory.lines.done(self.transport)
        if message["type"] == "websocket.close" and self.state == self.STATE_OPEN:
            self.sendClose(message.get("code", 1000), message.get("reason"))  # Daphne leaves out the reason
        else:
            super().handle_reply(message)

    def push(self, text: str) -> bool:
        """Send a message at once; or give False and send nothing, if the client has not taken the last one.

        The frame of a text that goes to many sockets is made once, and sending it costs
        no task and no turn of the event loop.
        """
        transport = self.transport
        if self.state != self.STATE_OPEN or not transport.connected:
            return True  # nobody waits for it
        return push_bytes(transport, self.factory.frame_of(text))

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        if hasattr(self, "server"):  # the application has heard of it
            super().onClose(wasClean, code, reason)

    def restart(self) -> None:
        """Tell the client to connect again, because this process ends."""
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=RESTARTING)
        elif self.state == self.STATE_CONNECTING:
            self.dropConnection(abort=True)


class SocketFactory(WebSocketFactory):
    protocol = Socket

    def __init__(self, server: Any, trusted_proxies: int) -> None:
        super().__init__(server, server=server.server_name)
        self.crowd = server.crowd
        self.lines = server.lines
        self.trusted_proxies = trusted_proxies
        self._text, self._frame = "", b""

    def frame_of(self, text: str) -> bytes:
        """The frame of a text message; the last frame is kept."""
        if text is not self._text:
            self._text, self._frame = text, self.prepareMessage(text.encode()).payloadHybi
        return self._frame
