"""A way to a server on which answers get lost, as in a tunnel."""

import asyncio
import contextlib
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from urllib.parse import urlsplit

ANSWERS = 6
"""How many answers of a socket arrive; then its connection is cut."""


class Way:
    """Passes on what clients and the server say to each other; `cuts` counts what it has cut."""

    def __init__(self, url: str) -> None:
        server = urlsplit(url)
        self.cuts = 0
        self.url = ""
        self._server = server.hostname, server.port
        self._loop = asyncio.new_event_loop()
        self._is_open, self._ends = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._work()])
        self._thread.start()
        self._is_open.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._ends.set)
        self._thread.join()
        self._loop.close()

    async def _work(self) -> None:
        async with await asyncio.start_server(self._let_in, "127.0.0.1", 0) as door:
            self.url = f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}"
            self._is_open.set()
            await self._ends.wait()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _let_in(self, from_client: StreamReader, to_client: StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection(*self._server)
        ways = [
            asyncio.create_task(self._pass_on(from_client, to_server)),
            asyncio.create_task(self._pass_on(from_server, to_client, cut=True)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for end in (to_client, to_server):
                end.transport.abort()

    async def _pass_on(self, source: StreamReader, target: StreamWriter, *, cut: bool = False) -> None:
        answers, is_socket = 0, False
        while data := await source.read(65536):
            is_socket = is_socket or data.startswith(b"HTTP/1.1 101")
            answers += cut and is_socket
            if answers > ANSWERS:
                self.cuts += 1
                return
            target.write(data)


@contextlib.contextmanager
def cut(url: str) -> Iterator[Way]:
    """A way to the server at `url` that is cut again and again."""
    way = Way(url)
    try:
        yield way
    finally:
        way.close()
