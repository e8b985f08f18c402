"""A load generator for WebSockets that costs as little as possible: each player is a bare protocol."""

import asyncio
import base64
import os
from collections.abc import Callable, Sequence
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PATIENCE_S = 60.0
MOST_S = 100.0
"""How long a load lasts that nothing ends sooner. A game of WinABit has enough moves for that."""

NextMessage = Callable[[bytes | None], bytes]
"""Gives the next message for the last answer (None before the first)."""


ALIVE = b'{"type":"alive"}'
"""What a game's socket says when nothing has happened for a while."""


class Load(NamedTuple):
    """What came of a load: answers a second, and how long the median and the slowest hundredth waited."""

    rate: float
    p50_ms: float
    p99_ms: float


class PlayingSocket(asyncio.Protocol):
    """One socket. It sends what `following` says, `rest` seconds after the answer to what it sent before."""

    def __init__(self, path: str, host: str, following: NextMessage, rest: float = 0.0) -> None:
        self.path, self.host, self.following, self.rest = path, host, following, rest
        self.received = b""
        self.open = False
        self.answer: bytes | None = None
        self.heard = asyncio.Event()
        self.stop_at = 0.0
        self.sent_at = 0.0
        self.waits: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.open:
            head, end, self.received = self.received.partition(b"\r\n\r\n")
            if not end:
                self.received = head
                return
            if b" 101 " not in head:
                raise RuntimeError(f"no socket: {head[:200]!r}")
            self.open = True
            self.heard.set()
        while (message := self._next_message()) is not None:
            self._hear(message)

    def connection_lost(self, error: Exception | None) -> None:
        self.heard.set()

    def _next_message(self) -> bytes | None:
        """The next whole text message; pings are answered on the way."""
        data = self.received
        if len(data) < 2:
            return None
        length, start = data[1], 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        if len(data) < start + length:
            return None
        self.received, payload = data[start + length :], data[start : start + length]
        if data[0] == 0x81:
            return payload
        if data[0] == 0x89:
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + bytes(4) + payload)
            return self._next_message()
        raise RuntimeError(f"the socket ends: {payload!r}")

    def _hear(self, message: bytes) -> None:
        if message == ALIVE:
            return
        now = perf_counter()
        self.answer = message
        asked, self.sent_at = self.sent_at, 0.0
        if asked:
            self.waits.append(now - asked)
        if asked and self.rest:
            asyncio.get_running_loop().call_later(self.rest, self._go_on)
        else:
            self._go_on()

    def _go_on(self) -> None:
        now = perf_counter()
        if now < self.stop_at:
            self._say(now)
        else:
            self.heard.set()

    def _say(self, now: float) -> None:
        message = self.following(self.answer)
        self.sent_at = now
        # Masked with zeros, which changes nothing and costs nothing.
        self.transport.write(bytes((0x81, 0x80 | len(message))) + bytes(4) + message)

    async def run(self, stop_at: float) -> list[float]:
        """Send until `stop_at`, hear the last answer, and give all the waits in seconds."""
        self.heard.clear()
        self.stop_at, self.waits = stop_at, []
        self._say(perf_counter())
        async with asyncio.timeout(stop_at - perf_counter() + PATIENCE_S):
            await self.heard.wait()
        if self.transport.is_closing():
            raise RuntimeError("a socket was lost")
        return self.waits

    def stop(self) -> None:
        """Hear the answer that is on its way, and send no more."""
        self.stop_at = 0.0


async def connect(url: str, following: NextMessage, *, greeted: bool, rest: float = 0.0) -> PlayingSocket:
    """A player at `url`; `greeted` says whether the server speaks first."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    loop = asyncio.get_running_loop()
    assert parts.hostname
    assert parts.port
    _, player = await loop.create_connection(
        lambda: PlayingSocket(path, parts.netloc, following, rest), parts.hostname, parts.port
    )
    async with asyncio.timeout(PATIENCE_S):
        await player.heard.wait()
        while greeted and player.answer is None:
            await asyncio.sleep(0.01)
    return player


async def load(
    players: Sequence[PlayingSocket], seconds: float = MOST_S, *, until: "asyncio.Task[Any] | None" = None
) -> Load:
    """All players at once, each as fast as it is answered, for so many seconds or until something is done."""
    start = perf_counter()
    if until is not None:

        def stop(_: asyncio.Task[Any]) -> None:
            for each in players:
                each.stop()

        until.add_done_callback(stop)
    waits = await asyncio.gather(*(player.run(start + seconds) for player in players))
    elapsed = perf_counter() - start
    every = sorted(wait for each in waits for wait in each)
    percent = quantiles(every, n=100)
    return Load(len(every) / elapsed, percent[49] * 1e3, percent[98] * 1e3)
