"""Posting to a stranger's URL. Requests go only to public addresses, have a deadline, and read little of the
answer.

`httpcore` speaks HTTP. Its connections are made here: a host name is looked up once, and the connection goes
to an address that was checked. So it does no harm if a second look-up would find another address.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import httpcore

from .addresses import is_public
from .no_answer import NoReceiversAnswer
from .targets import Target

LOOK_UP_S: Final = 3.0
CONNECT_S: Final = 3.0
ALL_S: Final = 8.0
"""The deadline for the whole exchange, in seconds."""

MOST_ADDRESSES: Final = 3
"""How many addresses of a host are tried at most."""

LONGEST_ANSWER: Final = 1024
"""How many bytes of an answer's body are kept at most."""

MOST_READ: Final = 18 * 1024
"""How many bytes are read from a connection at most: a head of 16 KiB, and the beginning of a body."""


class ReceiversAnswer(NamedTuple):
    status: int
    text: str
    """The first bytes of the body as text."""

    @property
    def accepts(self) -> bool:
        return 200 <= self.status < 300


def post(target: Target, body: bytes, headers: Mapping[str, str], *, private: bool) -> ReceiversAnswer:
    """Post `body` and return the answer. Raises NoReceiversAnswer if no answer comes. Redirects are not
    followed.

    Must not be called in a transaction, or while a lock is held. With `private`, addresses that are not
    public are allowed, too.
    """
    origin = httpcore.Origin(b"https" if target.secure else b"http", target.host.encode(), target.port)
    checked = _CheckedNetwork(time.monotonic() + ALL_S, private=private)
    try:
        with (
            httpcore.HTTPConnection(origin, ssl_context=context(), network_backend=checked) as connection,
            connection.stream(
                "POST",
                httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=target.path),
                headers=_head(target, headers),
                content=body,
            ) as response,
        ):
            return ReceiversAnswer(response.status, _beginning(response.iter_stream()))
    except httpcore.TimeoutException:
        raise NoReceiversAnswer("took_long", seconds=round(ALL_S)) from None
    except httpcore.ProtocolError:
        raise NoReceiversAnswer("no_http") from None
    except httpcore.NetworkError:
        raise NoReceiversAnswer("broken_off") from None


@cache
def context() -> ssl.SSLContext:
    """The TLS settings: certificates are checked against the system's authorities, and host names against
    certificates."""
    return ssl.create_default_context()


def look_up(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


def _head(target: Target, headers: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        ("Host", target.authority),
        ("User-Agent", "Evendeal"),
        ("Connection", "close"),
        *{"Content-Type": "application/json", **headers}.items(),
    ]


def _beginning(chunks: Iterable[bytes]) -> str:
    """The first bytes of a body as text. Letters that cannot be shown are replaced."""
    read = b""
    for chunk in chunks:
        read += chunk
        if len(read) >= LONGEST_ANSWER:
            break
    text = read[:LONGEST_ANSWER].decode(errors="replace")
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in text)


class _CheckedNetwork(httpcore.NetworkBackend):
    """Connects to public addresses (with `private`, to all addresses), until `time.monotonic()` reaches
    `end`."""

    def __init__(self, end: float, *, private: bool) -> None:
        self.end, self.private = end, private

    def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> httpcore.NetworkStream:
        addresses = self._addresses(host, port)
        if not self.private:
            addresses = [address for address in addresses if is_public(address)]
        if not addresses:
            raise NoReceiversAnswer("name_not_public")
        *others, last = addresses[:MOST_ADDRESSES]
        for address in others:
            try:
                return self._connect(address, port)
            except (httpcore.NetworkError, httpcore.TimeoutException):
                continue
        return self._connect(last, port)

    def _connect(self, address: str, port: int) -> httpcore.NetworkStream:
        timeout = min(CONNECT_S, _left(self.end))
        return _BoundedStream(httpcore.SyncBackend().connect_tcp(address, port, timeout, None, ()), self.end)

    def _addresses(self, host: str, port: int) -> list[str]:
        """The addresses of the host. A thread looks them up, because a look-up itself has no timeout."""
        found: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()

        def look() -> None:
            try:
                found.put(look_up(host, port))
            except (OSError, UnicodeError):
                found.put([])

        threading.Thread(target=look, name="look-up", daemon=True).start()
        try:
            answers = found.get(timeout=min(LOOK_UP_S, _left(self.end)))
        except queue.Empty:
            raise NoReceiversAnswer("name_took_long") from None
        if not answers:
            raise NoReceiversAnswer("name_unknown")
        return [address[0] for *_, address in answers]


class _BoundedStream(httpcore.NetworkStream):
    """A connection with one deadline for all reads and writes, and a limit on how much is read. The timeouts
    of `httpcore` apply to each read alone, so they would let a slow receiver keep a worker busy for ever."""

    def __init__(self, stream: httpcore.NetworkStream, end: float) -> None:
        self.stream, self.end, self.room = stream, end, MOST_READ

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self.room <= 0:
            raise NoReceiversAnswer("long_head")
        read = self.stream.read(min(max_bytes, self.room), _left(self.end))
        self.room -= len(read)
        return read

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, _left(self.end))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            secure = self.stream.start_tls(ssl_context, server_hostname, _left(self.end))
        except httpcore.ConnectError as error:
            match error.__cause__:
                case ssl.SSLCertVerificationError(verify_message=message):
                    raise NoReceiversAnswer("bad_certificate", why=message) from None
                case ssl.SSLError():
                    raise NoReceiversAnswer("no_tls") from None
            raise
        return _BoundedStream(secure, self.end)


def _left(end: float) -> float:
    """The seconds that are left until `end`; raises `ReadTimeout` if none are."""
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left
