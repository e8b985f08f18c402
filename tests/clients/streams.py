"""A reader of a stream of server-sent events on a real server."""

import asyncio
import contextlib
from typing import Self
from urllib.parse import urlsplit

from .sockets import Listener

ENDED = 0
"""What a stream is closed with that was ended in good order."""
CUT = -1


class Reading(Listener):
    """A stream that listens. It keeps the `ids` of events beside their messages, and all other `lines`."""

    def __init__(self, url: str, **headers: str) -> None:
        super().__init__()
        self.url, self.headers = urlsplit(url), headers
        self.ids: list[str | None] = []
        self.lines: list[str] = []
        self.status = 0
        self.head = ""

    async def __aenter__(self) -> Self:
        self._incoming, self._outgoing = await asyncio.open_connection(self.url.hostname, self.url.port)
        asked = f"{self.url.path}?{self.url.query}"
        lines = [f"GET {asked} HTTP/1.1", f"Host: {self.url.netloc}", "Accept: text/event-stream"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in self.headers.items()]
        self._outgoing.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        self.head = (await self._incoming.readuntil(b"\r\n\r\n")).decode()
        self.status = int(self.head.split()[1])
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *raised: object) -> None:
        self._outgoing.close()
        with contextlib.suppress(ConnectionError):
            await self._outgoing.wait_closed()
        await self._reading

    async def _read(self) -> None:
        """Take chunk after chunk: the server sends each event as one."""
        code = CUT
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while size := int(await self._incoming.readuntil(b"\r\n"), 16):
                event = (await self._incoming.readexactly(size + 2)).decode()
                assert event.endswith("\n\n\r\n"), event
                await self._take(event.splitlines())
            code = ENDED
        await self._end(code)

    async def _take(self, lines: list[str]) -> None:
        fields = dict(line.split(": ", 1) for line in lines if line.startswith(("id: ", "data: ")))
        self.lines += [line for line in lines if line and line.split(": ")[0] not in fields]
        if "data" in fields:
            self.ids.append(fields.get("id"))
            await self._hear(fields["data"])
