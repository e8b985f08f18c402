"""Server-sent events: the answer to a request stays open, and sends the messages of a feed.

A view checks who may read, and begins the answer. Then Django is done with the request, and frees its thread
and database connection. The open answer has a watcher, as a socket has, and costs as little.
"""

import asyncio
from collections.abc import Iterable
from random import randint
from typing import Any, Final

from ..web.asgi_types import Application, ASGIMessage
from .admission import CloseSocket, Right
from .connections import CONNECTIONS, Connection
from .switchboard import SWITCHBOARD
from .watcher import Push, Watcher

HEARTBEAT_S: Final = 15.0
"""The seconds between two comments in a stream, which keep proxies from taking a silent stream for dead."""

RECONNECT_MS: Final = (1_000, 6_000)
"""The shortest and the longest pause, in milliseconds, before a reader reconnects. Each reader gets a random
pause, so that not all come at once after a restart."""


class Heartbeat:
    """A comment in a stream, which readers ignore. It is sent so that no proxy takes a silent stream for
    dead."""

    topic = "heartbeat"
    event = b":\n\n"


HEARTBEAT: Final = Heartbeat()


class Stream:
    """A request for a stream. The view finds the stream with `stream_of`, and names the feed with
    `follow`."""

    def __init__(self, scope: ASGIMessage, receive: Any, send: Any) -> None:
        self._receive, self._send = receive, send
        self._competition_id: str | None = None
        self._version = -1
        self._right: Right | None = None
        self._open = self._gone = False
        self._stays = scope["method"] == "GET"
        server = scope.get("extensions", {}).get("evendeal.stream", {})  # an extension of our own server
        self._push: Push | None = server.get("push")
        self.seated: bool = not self._stays or server.get("seat", lambda _: True)(retry_line().encode())
        """Whether the network of the request may open one more stream."""

    def follow(self, competition_id: str, version: int, right: Right) -> None:
        """Send the feed of a competition after the view has answered, beginning with standings whose version
        is above `version`.

        The stream ends when its reader loses the right to it.
        """
        self._competition_id, self._version, self._right = competition_id, version, right

    async def receive(self) -> ASGIMessage:
        message: ASGIMessage = await self._receive()
        self._gone = self._gone or message["type"] == "http.disconnect"
        return message

    async def send(self, message: ASGIMessage) -> None:
        """Pass on the view's answer. If the view has named a feed, leave the answer open."""
        if message["type"] == "http.response.start" and self._competition_id and message["status"] == 200:
            self._open = True
            message = {**message, "headers": _without_length(message["headers"])}
        elif self._open and self._stays:
            message = {**message, "more_body": True}
        await self._send(message)

    async def run(self) -> None:
        """Send messages of the feed until the reader has gone."""
        if self._competition_id is None or self._right is None or not self._open or not self._stays:
            return
        watcher = Watcher(self._send_event, self._version, self._push, form="event")
        connection = Connection(self._right, self._end)
        SWITCHBOARD.join(self._competition_id, watcher)
        CONNECTIONS.join(connection)
        try:
            while not self._gone:
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        await self.receive()
                except TimeoutError:
                    watcher.offer(HEARTBEAT)
        finally:  # the reader has gone, or the task was cancelled
            SWITCHBOARD.leave(self._competition_id, watcher)
            CONNECTIONS.leave(connection)

    async def _end(self, why: CloseSocket) -> None:
        """End the answer. The server then reports a disconnect, which ends `run`. A reader that reconnects
        gets the reason."""
        await self._send({"type": "http.response.body", "body": b""})

    async def _send_event(self, event: bytes) -> None:
        await self._send({"type": "http.response.body", "body": event, "more_body": True})


def with_streams(http: Application) -> Application:
    """Wrap the application `http`, so that the answer to a request for a stream may stay open."""

    async def application(scope: ASGIMessage, receive: Any, send: Any) -> None:
        if not scope["path"].endswith("/stream"):
            await http(scope, receive, send)
            return
        stream = Stream(scope, receive, send)
        await http({**scope, "evendeal.stream": stream}, stream.receive, stream.send)
        await stream.run()

    return application


def stream_of(request: Any) -> Stream | None:
    """The stream of a request; None if the server keeps no answers open."""
    return getattr(request, "scope", {}).get("evendeal.stream")


def retry_line() -> str:
    """Return the line of a stream that tells its reader how long to wait before it reconnects."""
    return f"retry: {randint(*RECONNECT_MS)}\n\n"


def _without_length(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [header for header in headers if header[0].lower() != b"content-length"]
