"""Receivers of webhooks, friendly and hostile: real sockets on this machine, with TLS if asked."""

import contextlib
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import trustme

from competitions.outbound.webhooks.targets import Target
from tests.clients.contract import check_message

HOST = "hooks.example"

AUTHORITY = trustme.CA()


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    """With their names in lower case."""
    raw: bytes

    @property
    def body(self) -> str:
        return self.raw.decode()

    @property
    def json(self) -> Any:
        """What its body says; it is a message of ours."""
        message = json.loads(self.body)
        check_message("WebhookMessage", message)
        return message


Behaviour = Callable[[socket.socket], None]
"""Answers one request, which has been read; the connection is closed afterwards."""


def answers(status: int, body: bytes = b"", *headers: str) -> Behaviour:
    head = [f"HTTP/1.1 {status} So", f"Content-Length: {len(body)}", *headers, "", ""]
    return lambda connection: connection.sendall("\r\n".join(head).encode() + body)


def says(*parts: bytes) -> Behaviour:
    """Sends this, whatever it is."""
    return lambda connection: connection.sendall(b"".join(parts))


def drips(head: bytes, more: bytes) -> Behaviour:
    """Sends `more` again and again, one byte at a time, until nobody reads any more."""

    def drip(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            for byte in more:
                connection.sendall(bytes([byte]))
                threading.Event().wait(0.01)

    return drip


def goes_on(head: bytes, more: bytes) -> Behaviour:
    """Sends `more` without an end, until nobody reads any more."""

    def go_on(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(more)

    return go_on


@dataclass
class Receiver:
    port: int
    behaviours: list[Behaviour] = field(default_factory=list)
    """What it does with the next requests; the last one stays."""
    received: list[Received] = field(default_factory=list)
    connected: int = 0

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}/hook?from=evendeal"

    def target(self, host: str = HOST, *, secure: bool = True) -> Target:
        return Target(secure, host, self.port, "/hook?from=evendeal", f"{host}:{self.port}")

    def serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError), connection:
            self.received.append(_read(connection))
            behaviour = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
            behaviour(connection)


@contextlib.contextmanager
def receiver(*behaviours: Behaviour, name: str = HOST, secure: bool = True) -> Iterator[Receiver]:
    """It answers 200 if it is told nothing else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    AUTHORITY.issue_cert(name).configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        found = Receiver(listening.getsockname()[1], list(behaviours) or [answers(200)])

        def accept() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                found.connected += 1
                threading.Thread(target=greet, args=(connection,), daemon=True).start()

        def greet(connection: socket.socket) -> None:
            with connection, contextlib.suppress(OSError):
                found.serve(context.wrap_socket(connection, server_side=True) if secure else connection)

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield found
        finally:
            listening.shutdown(socket.SHUT_RDWR)


def _read(connection: socket.socket) -> Received:
    """A request; raises EOFError for anything else."""
    with connection.makefile("rb") as stream:
        lines = list(iter(lambda: stream.readline().decode("latin-1").strip(), ""))
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        if "content-length" not in headers:
            raise EOFError
        body = stream.read(int(headers["content-length"]))
    return Received(lines[0].split()[1], headers, body)
