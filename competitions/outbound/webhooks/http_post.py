"""Posting to a stranger's URL. Requests go only to public addresses, have a deadline, and read little of the
answer.

The host name is looked up once, and the connection goes to an address that was checked. So it does no harm if
the name leads to another address a moment later.
"""

import io
import queue
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from functools import cache
from http.client import HTTPException, HTTPResponse
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from .addresses import is_public
from .targets import Target

LOOK_UP_S: Final = 3.0
CONNECT_S: Final = 3.0
ALL_S: Final = 8.0
"""The deadline for the whole exchange, in seconds."""

MOST_ADDRESSES: Final = 3
"""How many addresses of a host are tried."""

LONGEST_ANSWER: Final = 1024
LONGEST_HEAD: Final = 16 * 1024


class ReceiversAnswer(NamedTuple):
    status: int
    text: str
    """The first bytes of the body as text."""

    @property
    def accepts(self) -> bool:
        return 200 <= self.status < 300


class NoReceiversAnswer(Exception):
    """The receiver gave no answer. The text of the exception tells the organiser why, in a sentence."""


def post(target: Target, body: bytes, headers: Mapping[str, str], *, private: bool) -> ReceiversAnswer:
    """Post `body` and return the answer. Raises NoReceiversAnswer if no answer comes. Redirects are not
    followed.

    Must not be called while a lock or a transaction is held. `private` allows every address.
    """
    end = time.monotonic() + ALL_S
    try:
        with _connected(target, end, private) as connection:
            _send(connection, _request(target, body, headers), end)
            return _answer(connection, end)
    except TimeoutError:
        raise NoReceiversAnswer(f"It took longer than {ALL_S:.0f} seconds.") from None
    except ssl.SSLCertVerificationError as error:
        raise NoReceiversAnswer(f"Its certificate was refused: {error.verify_message}.") from None
    except ssl.SSLError:
        raise NoReceiversAnswer("It does not speak TLS as it should.") from None
    except HTTPException:
        raise NoReceiversAnswer("Its answer was not HTTP, or had too many headers.") from None
    except OSError:
        raise NoReceiversAnswer("The connection was refused or broken off.") from None


def _connected(target: Target, end: float, private: bool) -> socket.socket:
    """Connect to one of the host's addresses. If the target is `secure`, use TLS and check the certificate
    for the host's name."""
    addresses = _addresses(target, end)
    if not private:
        addresses = [address for address in addresses if is_public(address[1][0])]
    if not addresses:
        raise NoReceiversAnswer("Its name leads to no public address.")
    *others, last = addresses[:MOST_ADDRESSES]
    for family, address in others:
        try:
            return _connect(family, address, target, end)
        except OSError:
            continue
    return _connect(*last, target, end)


def _connect(family: int, address: Any, target: Target, end: float) -> socket.socket:
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.settimeout(min(CONNECT_S, _left(end)))
        connection.connect(address)
        if target.secure:
            connection.settimeout(_left(end))
            connection = context().wrap_socket(connection, server_hostname=target.host)
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def context() -> ssl.SSLContext:
    """The TLS settings: certificates and names are checked against the system's authorities."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _addresses(target: Target, end: float) -> list[tuple[int, Any]]:
    """The address families and addresses of the host. A thread looks them up, because a look-up itself has no
    timeout."""
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def look() -> None:
        try:
            found.put(look_up(target.host, target.port))
        except (OSError, UnicodeError):
            found.put([])

    threading.Thread(target=look, name="look-up", daemon=True).start()
    try:
        answers = found.get(timeout=min(LOOK_UP_S, _left(end)))
    except queue.Empty:
        raise NoReceiversAnswer("Its name could not be looked up in time.") from None
    if not answers:
        raise NoReceiversAnswer("Its name could not be found.")
    return [(family, address) for family, _, _, _, address in answers]


def look_up(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {
        "Host": target.authority,
        "User-Agent": "Evendeal",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _send(connection: socket.socket, request: bytes, end: float) -> None:
    rest = memoryview(request)
    while rest:
        connection.settimeout(_left(end))
        rest = rest[connection.send(rest) :]


def _answer(connection: socket.socket, end: float) -> ReceiversAnswer:
    reader = io.BufferedReader(_Within(connection, end), LONGEST_ANSWER)
    # HTTPResponse calls no method of a socket but `makefile`.
    response = HTTPResponse(SimpleNamespace(makefile=lambda mode: reader), method="POST")  # type: ignore[arg-type]
    response.begin()
    text = response.read(LONGEST_ANSWER).decode(errors="replace")
    return ReceiversAnswer(
        response.status, "".join(letter if _is_shown(letter) else "\ufffd" for letter in text)
    )


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or letter in "\n\t"


class _Within(io.RawIOBase):
    """The bytes that arrive on a connection, limited by a deadline and a size."""

    def __init__(self, connection: socket.socket, end: float) -> None:
        self.connection, self.end, self.room = connection, end, LONGEST_HEAD + 2 * LONGEST_ANSWER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.room <= 0:
            raise NoReceiversAnswer("Its answer has too long a head.")
        self.connection.settimeout(_left(self.end))
        count = self.connection.recv_into(buffer, min(len(buffer), self.room))
        self.room -= count
        return count


def _left(end: float) -> float:
    """The seconds that are left; raises TimeoutError if none are."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
