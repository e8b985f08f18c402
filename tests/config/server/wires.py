"""Bytes to and from a server, by hand."""

import base64
import contextlib
import socket
from urllib.parse import urlsplit

PATIENCE_S = 60

FIN, TEXT, CONTINUED, PING, PONG, CLOSE = 0x80, 1, 0, 9, 10, 8


def frame(opcode, payload=b"", fin=True):
    """A client's frame; masked with zeros, which changes nothing."""
    if len(payload) < 126:
        length = bytes((0x80 | len(payload),))
    else:
        length = bytes((0x80 | 126,)) + len(payload).to_bytes(2, "big")
    return bytes(((FIN if fin else 0) | opcode,)) + length + bytes(4) + payload


class Wire:
    """A connection to the site at `url`, from this machine or from an address of one's own."""

    def __init__(self, url, source=""):
        parts = urlsplit(url)
        own = (source, 0) if source else None
        self.wire = socket.create_connection((parts.hostname, parts.port), PATIENCE_S, own)
        self.received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wire.close()

    def send(self, data):
        self.wire.sendall(data)

    def until(self, end):
        """All bytes up to `end` and `end` itself; EOFError if the connection ends before."""
        while end not in self.received:
            self._more()
        upto = self.received.index(end) + len(end)
        got, self.received = self.received[:upto], self.received[upto:]
        return got

    def rest(self):
        """All bytes until the connection ends, whether it is closed in order or cut."""
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                self._more()
        return self.received

    def frame(self):
        """The next frame from the server: opcode and payload."""
        first, length = self._take(2)
        if length == 126:
            length = int.from_bytes(self._take(2), "big")
        elif length == 127:
            length = int.from_bytes(self._take(8), "big")
        return first & 15, self._take(length)

    def _take(self, number):
        while len(self.received) < number:
            self._more()
        got, self.received = self.received[:number], self.received[number:]
        return got

    def _more(self):
        got = self.wire.recv(65_536)
        if not got:
            raise EOFError(self.received[-1_000:])
        self.received += got

    def request(self, line, *headers, body=b""):
        """Send a request that closes the connection; return the status and the whole of the answer."""
        lines = [line, b"Host: localhost", *headers, b"Connection: close"]
        self.send(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        answer = self.rest()
        return int(answer.split()[1]), answer


def handshake(path, *headers):
    lines = [
        b"GET " + path.encode() + b" HTTP/1.1",
        b"Host: localhost",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(b"sixteen bytes ok"),
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def opened(url, path, *headers):
    """A socket at `path`, after the handshake."""
    wire = Wire(url)
    wire.send(handshake(path, *headers))
    answer = wire.until(b"\r\n\r\n")
    assert b" 101 " in answer.partition(b"\r\n")[0], answer
    return wire


def flood(wire, data, most=64 * 1024 * 1024):
    """Send `data` again and again; return whether the connection was cut before `most` bytes were sent."""
    burst = data * (65_536 // len(data) + 1)
    try:
        for _ in range(most // len(burst)):
            wire.send(burst)
    except ConnectionError:
        return True
    return False
