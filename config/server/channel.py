"""An HTTP connection: limits on how much its client sends, and on how long each step takes."""

import asyncio
import re
import socket
from http import HTTPStatus
from io import BytesIO
from random import uniform
from time import monotonic
from typing import Any, Final

from daphne.http_protocol import WebRequest
from django.utils.translation import gettext_lazy as _
from twisted.internet.interfaces import IAddress
from twisted.protocols.basic import LineReceiver
from twisted.web.http import HTTPChannel, HTTPFactory
from twisted.web.http import Request as TwistedRequest

from competitions.translatable import Translatable
from competitions.web.networks import Network, network_of

from . import limits
from .cheap_refusals import API, PlainAnswer, busy, crowded, malformed, too_long_answer
from .client_addresses import network_of_client
from .crowd import Transport
from .security_headers import POLICY, missing_headers
from .send_at_once import send_at_once

ACCEPT_LANGUAGE: Final = re.compile(rb"\naccept-language:[ \t]*([^\r\n]*)", re.IGNORECASE)


def accepts_of(request: TwistedRequest) -> str:
    """The `Accept-Language` of a request, as far as its headers were read."""
    return b",".join(request.requestHeaders.getRawHeaders(b"accept-language", [])).decode("latin-1")


class Request(WebRequest):
    """One HTTP request. Its body is kept in memory, because it is small; only Django parses it.

    Its answer may be a stream, which lasts until the client goes, `ends_at` is reached or this process ends.
    A stream counts as a socket of the client's network.
    """

    streams = False
    """Whether `seat` has allowed the answer to be a stream."""
    network: Network | None = None
    """The client's network; None until the request is complete."""
    last_words = b""
    """The bytes that a stream sends at its end."""
    ends_at: float | None = None
    """The time, on the monotonic clock, at which a stream ends, so that its reader connects again; None if
    the answer is no stream."""
    answers = False
    """Whether the answer has begun."""
    refused_at: float | None = None
    """The time, on the monotonic clock, at which the client stopped reading the stream; None while the client
    reads."""

    def __init__(self, channel: "Channel", queued: object) -> None:
        super().__init__(channel, queued, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:
        """Keep at most one byte more than the limit allows. From this byte, `guard.py` sees that the body is
        too large."""
        room = self.channel.largest_body + 1 - self.content.tell()
        self.content.write(data[: max(room, 0)])
        if len(data) >= room:
            self.channel.refused = True

    def process(self) -> Any:
        # Daphne would use this header as the root path, whoever sent it; our proxies do not send it.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        if fault := self._fault():
            self._refuse(malformed(self.path.decode("latin-1"), fault, accepts=accepts_of(self)))
            return None
        if self._asks_for_a_socket() and not self._may_be_a_socket():
            self.channel.persistent = False
            self.basic_error(400, b"Bad Request", "This cannot become a socket.")
            return None
        lines, self.network = self.channel.factory.lines, self.channel.network
        if proxies := self.channel.factory.trusted_proxies:
            forwarded = self.requestHeaders.getRawHeaders(b"x-forwarded-for", [])
            headers = [(b"x-forwarded-for", value) for value in forwarded]
            self.network = network_of_client(self.channel.transport.getPeer().host, headers, proxies)
            if not lines.may_read(self.network):
                if not lines.wait(self.network, self, monotonic()):
                    self.turn_away()
                return None
        return self.go_on()

    def go_on(self) -> Any:
        """Start the request, now that its turn has come."""
        self.channel.factory.lines.begin(self.channel.transport, self.network)
        if self._asks_for_a_socket() and not self._has_seat():
            self._refuse(crowded(accepts=accepts_of(self)))
            return None
        return super().process()

    def turn_away(self) -> None:
        self._refuse(busy(self.path.decode("latin-1"), accepts=accepts_of(self)))

    def _refuse(self, answer: PlainAnswer) -> None:
        """Answer without the application, and close the connection."""
        self.channel.persistent = False
        self.responseHeaders.setRawHeaders(b"Connection", [b"close"])
        for message in answer.messages():
            self.handle_reply(message)

    def connectionLost(self, reason: Any) -> None:
        if self.network is not None:
            self.channel.factory.lines.leave(self.network, self)
        super().connectionLost(reason)

    def setResponseCode(self, code: int, message: bytes | None = None) -> None:
        """Add the name of the status, because Twisted does not know the names of 422 and 429."""
        super().setResponseCode(code, message or HTTPStatus(code).phrase.encode())

    def handle_reply(self, message: dict[str, Any]) -> None:
        if self.channel is not None:
            self.channel.factory.lines.done(self.channel.transport)
        self.answers = True
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            if message["status"] == HTTPStatus.NOT_MODIFIED:
                # Leave out the content security policy: in a 304, it would replace the policy of the file
                # that the client has cached.
                headers = [each for each in headers if each[0].lower() != POLICY.lower()]
            else:
                headers += missing_headers(headers, secure=self._is_secure())
            message = {**message, "headers": headers}
        super().handle_reply(message)

    async def drained(self, patience_s: float = limits.STALLED_S) -> None:
        """Wait while the reader has much left to read, but cut the connection after `patience_s` seconds."""
        # The attribute `channel` is None if the connection is gone. It does not exist if the request was
        # answered.
        channel = getattr(self, "channel", None)
        if channel is None or channel.writable.is_set():
            return
        try:
            await asyncio.wait_for(channel.writable.wait(), patience_s)
        except TimeoutError:
            channel.transport.abortConnection()

    def seat(self, last_words: bytes = b"") -> bool:
        """Make the answer a stream, which sends `last_words` at its end. Return False, and make no stream, if
        the client's network has too many sockets and streams, or opens them too fast."""
        self.streams, self.last_words = self._has_seat(), last_words
        if self.streams:
            self.ends_at = monotonic() + uniform(*limits.WATCHED_S)
            _notice_the_dead(self.channel.transport)
        return self.streams

    def _has_seat(self) -> bool:
        """Count the connection among the sockets and streams of its network. Return False, without counting,
        if the network has too many or opens them too fast."""
        channel = self.channel
        seated: bool = channel.factory.crowd.seat(channel.transport, self.network, monotonic())
        return seated

    def push(self, data: bytes) -> bool:
        """Send a part of a stream at once. Return False and send nothing if the client is behind.

        A part that goes to many clients is framed only once. A client that reads nothing for long is cut off.
        """
        # `finished` is tested first: after the end of a stream, the attribute `channel` does not exist.
        if self.finished or self.channel is None or not self.channel.transport.connected:
            return True  # nobody reads any more, so nothing is missing
        channel = self.channel
        if channel.writable.is_set():
            send_at_once(channel.transport, channel.factory.chunk_of(data) if self.chunked else data)
            self.refused_at = None
            return True
        if self.refused_at is None:
            self.refused_at = monotonic()
        elif monotonic() - self.refused_at > limits.STALLED_S:
            channel.transport.abortConnection()
        return False

    def end_stream(self) -> None:
        """End the stream with its `last_words`. Do nothing if the answer is no stream, or has not begun."""
        if self.streams and self.startedWriting and not self.finished:
            self.channel.persistent = False
            self.write(self.last_words)
            self.finish()

    def give_up(self) -> None:
        """Refuse a request that has no answer yet, because this process ends."""
        if not (self.answers or self.finished):
            self.turn_away()

    def _fault(self) -> Translatable:
        """Return what is wrong with the request as HTTP; empty if nothing is. Headers that contradict each
        other are refused, because we and a proxy in front might trust different ones."""
        hosts = self.requestHeaders.getRawHeaders(b"host", [])
        if len(hosts) > 1 or (not hosts and self.clientproto == b"HTTP/1.1"):
            return _("A request must have exactly one Host.")
        if len(self.requestHeaders.getRawHeaders(b"transfer-encoding", [])) > 1:
            return _("A request must not have several Transfer-Encodings.")
        return ""

    def _is_secure(self) -> bool:
        """Whether our proxy says that it speaks to the client over https."""
        said: list[bytes] = self.requestHeaders.getRawHeaders(b"x-forwarded-proto", [])
        return self.channel is not None and bool(self.channel.factory.trusted_proxies) and said == [b"https"]

    def _asks_for_a_socket(self) -> bool:
        asked: list[bytes] = self.requestHeaders.getRawHeaders(b"upgrade", [b""])
        return asked[0].lower() == b"websocket"

    def _may_be_a_socket(self) -> bool:
        """Whether Daphne can turn the request into a socket. The request must not have a body, because Daphne
        would read that body as frames. The names of subprotocols must be ASCII."""
        offered = self.requestHeaders.getRawHeaders(b"sec-websocket-protocol", [])
        return (
            not self.channel.refused and not self.content.getbuffer().nbytes and b"".join(offered).isascii()
        )


class Channel(HTTPChannel):
    """A connection, which carries one request after another.

    Twisted restarts its timeout at each byte. Here each part of a request has a time limit, however slowly
    the bytes come. If a body is too large, the answer comes as soon as the Content-Length or the received
    bytes exceed the limit; further bytes are dropped.
    """

    factory: "ChannelFactory"
    transport: Transport
    requestFactory = Request  # type: ignore[assignment]  # it extends Twisted's class through untyped Daphne
    refused = False
    """Whether the client was refused, so that further data from it is ignored."""
    under_way = False
    """Whether a complete request still waits for its answer."""
    turned_away = False
    """Whether the client was refused before its request was complete."""
    totalHeadersSize = 2 * (limits.LONGEST_ADDRESS + limits.LONGEST_HEADERS)
    """Twisted's own limit, above which it answers 400. It is so high that our limits always come first."""
    path = b""
    """The path of the request, as far as it has arrived."""
    headers = headers_length = 0

    def __init__(self) -> None:
        super().__init__()
        self.unread = b""
        """Data that is kept, unread, while the connection waits in line."""
        self.writable = asyncio.Event()
        """Set while the system accepts data for the client, and also after the client has gone."""
        self.writable.set()

    @property
    def largest_body(self) -> int:
        return self.factory.largest_body

    def connectionMade(self) -> None:
        super().connectionMade()
        self.network = network_of(self.transport.getPeer().host)
        self.factory.crowd.come(self.transport, self.network)

    def connectionLost(self, reason: Any = None) -> None:
        self.factory.crowd.forget(self.transport)
        self.factory.lines.leave(self.network, self)
        self.factory.lines.done(self.transport)
        self.writable.set()
        super().connectionLost(reason)

    def pauseProducing(self) -> None:
        self.writable.clear()
        super().pauseProducing()

    def resumeProducing(self) -> None:
        self.writable.set()
        super().resumeProducing()

    def dataReceived(self, data: bytes) -> None:
        """Read the data, or keep it if other connections of the same network come first.

        Behind a proxy, every client has the proxy's address until its request has been read. So there the
        data is read at once, and the complete request waits in line.
        """
        lines = self.factory.lines
        if self.turned_away:
            return
        if self.factory.trusted_proxies or self.requests or lines.may_read(self.network):
            LineReceiver.dataReceived(self, data)
            return
        self.unread += data
        if not lines.wait(self.network, self, monotonic()):
            self.turn_away()
        elif len(self.unread) > limits.MOST_KEPT:
            self.transport.pauseProducing()

    def go_on(self) -> None:
        """Read the data that wait in `unread`, now that the turn of this connection has come."""
        kept, self.unread = self.unread, b""
        if len(kept) > limits.MOST_KEPT:
            self.transport.resumeProducing()
        LineReceiver.dataReceived(self, kept)

    def turn_away(self) -> None:
        """Refuse the request that waits in `unread`: with JSON if its path is one of the API, otherwise with
        a page."""
        path = self.unread.partition(b" ")[2][: len(API)]
        accepted = ACCEPT_LANGUAGE.search(self.unread)
        self.unread = b""
        self.refuse(busy(path.decode("latin-1"), accepts=accepted[1].decode("latin-1") if accepted else ""))

    def refuse(self, answer: PlainAnswer) -> None:
        """Answer at once, and read nothing more from the client."""
        self.turned_away = self.refused = True
        self.transport.write(answer.raw())
        self.loseConnection()

    def lineReceived(self, line: bytes) -> None:
        if self.turned_away:
            return
        if not self.requests:
            self.headers = self.headers_length = 0
            self.path = line.partition(b" ")[2].partition(b" ")[0]
            if len(self.path) > limits.LONGEST_ADDRESS:
                self.refuse_length(HTTPStatus.REQUEST_URI_TOO_LONG)
                return
        else:
            self.headers += 1
            self.headers_length += len(line)
            if self.headers > limits.MOST_HEADERS + 1 or self.headers_length > limits.LONGEST_HEADERS:
                self.refuse_length(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return
        before = len(self.requests)
        super().lineReceived(line)
        if len(self.requests) > before:
            self.setTimeout(limits.HEADERS_S)

    def lineLengthExceeded(self, line: bytes) -> None:
        if self.requests:
            self.refuse_length(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self.path = line.partition(b" ")[2][: len(API)]
            self.refuse_length(HTTPStatus.REQUEST_URI_TOO_LONG)

    def refuse_length(self, status: HTTPStatus) -> None:
        """Refuse a path or headers that are too long."""
        too_long = status == HTTPStatus.REQUEST_URI_TOO_LONG
        sentence = (
            _("The address is too long.") if too_long else _("The headers of the request are too long.")
        )
        accepts = accepts_of(self.requests[-1]) if self.requests else ""
        self.refuse(too_long_answer(self.path.decode("latin-1"), status, sentence, accepts=accepts))

    def allHeadersReceived(self) -> None:
        headers = self.requests[-1].requestHeaders
        if self.length and self.length > self.largest_body:
            self.refused, self.length = True, 0
            headers.removeHeader(b"expect")
        super().allHeadersReceived()
        if self.length != 0:
            self.setTimeout(_time_for(self.largest_body if self.length is None else self.length))

    def rawDataReceived(self, data: bytes) -> None:
        if self.refused:
            return
        super().rawDataReceived(data)
        if self.refused and not self.under_way and self.requests:
            self.allContentReceived()

    def allContentReceived(self) -> None:
        if self.refused:
            self.persistent = False
            self.requests[-1].responseHeaders.setRawHeaders(b"Connection", [b"close"])
        self.under_way = True
        # Set how long the connection may wait for its next request. `super()` saves this timeout, and Twisted
        # starts it after the answer to this request.
        self.setTimeout(limits.IDLE_S)
        self.factory.crowd.attend(self.transport)
        super().allContentReceived()

    def checkPersistence(self, request: Request, version: bytes) -> bool:
        if self.factory.server.stopping:
            request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
            return False
        persistent: bool = super().checkPersistence(request, version)
        return persistent

    def requestDone(self, request: Request) -> None:
        self.under_way = False
        self.factory.crowd.unseat(self.transport)
        self.factory.crowd.wait_for(self.transport)
        super().requestDone(request)

    def loseConnection(self) -> None:
        if not self.refused:
            super().loseConnection()
            return
        # If we closed while more data comes, the connection would be reset, and the client could not read the
        # answer.
        self.transport.unregisterProducer()
        self.transport.loseWriteConnection()
        self.setTimeout(limits.LINGERING_S)

    def timeoutConnection(self) -> None:
        if self.refused or self.length != 0:
            self.transport.abortConnection()
        else:
            super().timeoutConnection()


class ChannelFactory(HTTPFactory):
    """Accepts new connections, or refuses them if there is no room."""

    protocol = Channel  # type: ignore[assignment]  # Twisted declares a wrapper of channels

    def __init__(self, server: Any, largest_body: int, trusted_proxies: int) -> None:
        super().__init__(timeout=limits.IDLE_S)
        self.server = server
        self.crowd = server.crowd
        self.lines = server.lines
        self.largest_body = largest_body
        self.trusted_proxies = trusted_proxies
        self._data, self._chunk = b"", b""

    def chunk_of(self, data: bytes) -> bytes:
        """A part of an answer, framed as a chunk of HTTP/1.1. The last frame is cached."""
        if data is not self._data:
            self._data, self._chunk = data, b"%x\r\n%b\r\n" % (len(data), data)
        return self._chunk

    def buildProtocol(self, addr: IAddress | None) -> Any:
        if not self.crowd.has_room():
            return None
        return super().buildProtocol(addr)


def _time_for(length: int) -> float:
    """How many seconds the client may take to send a body of `length` bytes."""
    return min(limits.BODY_GRACE_S + length / limits.BODY_BYTES_A_SECOND, limits.BODY_S)


def _notice_the_dead(transport: Any) -> None:
    """Let the system end the connection of a vanished client after `STALLED_S` seconds, not after a quarter
    of an hour.

    A stream expects no data from its client, so the server itself does not notice that the client has
    vanished.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # only Linux has this option
        transport.getHandle().setsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limits.STALLED_S * 1_000
        )
