"""A proxy between browser and site that lets pages through, and sockets as a network filter would."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal
from urllib.parse import urlsplit

Way = Literal["open", "refused", "silent"]
"""What becomes of a socket's handshake: passed on, answered with 403, or taken and never answered."""

REFUSED: Final = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
CHUNK: Final = 65536


class Filter:
    """One proxy, at `url`. `sockets` says what becomes of handshakes."""

    def __init__(self, site: str) -> None:
        self._site = urlsplit(site)
        self.sockets: Way = "open"
        self.url = ""
        self._tunnels: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()

    def cut(self) -> None:
        """Break off every socket that is open."""
        self._loop.call_soon_threadsafe(lambda: [each.transport.abort() for each in self._tunnels])

    async def _serve(self, ready: threading.Event) -> None:
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready.set()
        async with server:
            await server.serve_forever()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()
            return
        is_socket = b"upgrade: websocket" in head.lower()
        if is_socket and self.sockets == "refused":
            writer.write(REFUSED)
            writer.close()
            return
        if is_socket and self.sockets == "silent":
            await reader.read()
            writer.close()
            return
        there_reader, there_writer = await asyncio.open_connection(self._site.hostname, self._site.port)
        if is_socket:
            self._tunnels.add(writer)
        # One request a connection, so that each is looked at.
        there_writer.write(head if is_socket else head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        both = _pour(reader, there_writer), _pour(there_reader, writer)
        await asyncio.gather(*both, return_exceptions=True)
        self._tunnels.discard(writer)

    def run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(ready))
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(self._loop)])


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
    finally:
        writer.close()


@contextmanager
def filtering(site: str) -> Iterator[Filter]:
    """A proxy before the site, until the end of the block."""
    proxy, ready = Filter(site), threading.Event()
    thread = threading.Thread(target=proxy.run, args=(ready,), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join()
