"""Sockets on a real server: one on an attempt, and one that watches a contest."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import connect as watch
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.servers.running import PATIENCE_S

from .contract import check_message


def schema_of(url: str) -> str:
    """The schema of what a socket sends."""
    if "/attempts/" in url:
        return "PlayingMessage"
    return "NoticingMessage" if "/notices" in url else "WatchingMessage"


class Table:
    """A socket on an attempt, or on a contest; `hello` is its first message."""

    def __init__(self, url: str, **headers: str) -> None:
        self.schema = schema_of(url)
        self.opening = connect(url, additional_headers=headers, compression=None, open_timeout=PATIENCE_S)

    def __enter__(self) -> "Table":
        self.socket: ClientConnection = self.opening.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self.opening.__exit__(*raised)

    def hear(self) -> dict[str, Any]:
        """The next message that tells something: one that only says that the line is alive is left out."""
        while (message := self._next())["type"] == "alive":
            pass
        return message

    def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE_S))
        check_message(self.schema, message)
        return message

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, message: Any) -> dict[str, Any]:
        self.say(message)
        return self.hear()

    def play(self, ply: int, move: str) -> dict[str, Any]:
        """Make a move, and return its answer; what is told before of other devices' moves is passed over."""
        heard = self.ask({"ply": ply, "move": move})
        while heard["type"] == "view" and heard["view"]["ply"] <= ply:
            heard = self.hear()
        return heard

    def closed_with(self) -> int:
        """Read until the socket is closed, and return the code that it is closed with."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


class Listener:
    """Keeps the `messages` of a feed, in order, with the time at which each came."""

    schema = "WatchingMessage"

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.came_at: list[float] = []
        self.closed_with: int | None = None
        self._news = asyncio.Condition()

    async def _hear(self, text: str) -> None:
        self.texts.append(text)
        self.messages.append(json.loads(text))
        check_message(self.schema, self.messages[-1])
        self.came_at.append(time.monotonic())
        async with self._news:
            self._news.notify_all()

    async def _end(self, code: int | None) -> None:
        async with self._news:
            self.closed_with = code
            self._news.notify_all()

    def of(self, type_: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == type_]

    @property
    def standings(self) -> list[dict[str, Any]]:
        return self.of("standings")

    @property
    def version(self) -> int:
        """The newest version it was sent; -1 before the first."""
        return self.standings[-1]["version"] if self.standings else -1

    async def until(self, happened: Callable[[Self], object]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S), self._news:
                await self._news.wait_for(lambda: happened(self))
        except TimeoutError:
            kept = [text[:200] for text in self.texts[-5:]]
            raise AssertionError(
                f"it never happened; closed with {self.closed_with}, the last: {kept}"
            ) from None


class Watching(Listener):
    """A socket that listens."""

    def __init__(self, url: str, **headers: str) -> None:
        super().__init__()
        self.schema = schema_of(url)
        self._connecting = watch(url, additional_headers=headers, compression=None)

    async def __aenter__(self) -> Self:
        self.socket = await self._connecting.__aenter__()
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self._connecting.__aexit__(*raised)
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                await self._hear(text)
        except ConnectionClosed:
            pass
        await self._end(self.socket.close_code)
