"""Among many readers of a board, one reads slowly and one not at all: nobody else waits for them."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import pytest

from tests.waiting import until

from .crowd import Crowd
from .parts import Site

pytestmark = pytest.mark.faults

MANY = 1_000
OF_AN_ADDRESS = 250
"""How many readers have the same address: the server takes so many at once."""
SMALLEST_WINDOW = 2_304
"""How many bytes the system keeps at least for who does not read."""


def request(place: str, contest: str) -> bytes:
    return f"GET /api/v1/competitions/{contest}/stream HTTP/1.1\r\nHost: {place}\r\n\r\n".encode()


@contextlib.contextmanager
def reader(url: str, contest: str, *, bytes_a_second: int) -> Iterator[None]:
    """Asks for a stream, and reads so much of it."""
    over = threading.Event()

    def read() -> None:
        while not over.wait(0.1):
            if bytes_a_second and not line.recv(bytes_a_second // 10):
                return

    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_WINDOW)
        place = urlsplit(url)
        line.connect((place.hostname, place.port))
        line.sendall(request(place.netloc, contest))
        thread = threading.Thread(target=read)
        thread.start()
        try:
            yield
        finally:
            over.set()
            line.shutdown(socket.SHUT_RDWR)
            thread.join()


async def read_all(url: str, contest: str, number: int, versions: list[int]) -> None:
    """Read a stream to its end, and note the version of each message in it, which is its id."""
    place, address = urlsplit(url), f"127.0.0.{2 + number // OF_AN_ADDRESS}"
    lines, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=(address, 0))
    try:
        writer.write(request(place.netloc, contest))
        async for line in lines:
            if line.startswith(b"id: "):
                versions[number] = int(line[4:])
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@contextlib.contextmanager
def readers(url: str, contest: str) -> Iterator[Sequence[int]]:
    """Many readers; the newest version that each of them was sent."""
    versions, loop = [0] * MANY, asyncio.new_event_loop()
    reading = [loop.create_task(read_all(url, contest, number, versions)) for number in range(MANY)]

    def read() -> None:
        loop.run_forever()
        for each in reading:
            each.cancel()
        loop.run_until_complete(asyncio.gather(*reading, return_exceptions=True))
        loop.close()

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield versions
        assert not any(each.done() for each in reading), "a stream has ended"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def all_read_on(url: str, crowd: Crowd) -> None:
    """Many readers come, and each is told of what happens, whoever else does not read."""
    with readers(url, crowd.open) as versions:
        for _ in range(3):
            crowd.goes_on()
            newest = crowd.heard_of(crowd.open)[0].versions[-1]
            until(lambda newest=newest: min(versions) >= newest, "a reader waits")


def test_a_slow_and_a_stalled_reader_hold_up_nobody(small_site: Site) -> None:
    [url] = small_site.urls
    with small_site.under_load() as crowd, contextlib.ExitStack() as stack:
        for bytes_a_second in (0, 200):
            stack.enter_context(reader(url, crowd.open, bytes_a_second=bytes_a_second))
        all_read_on(url, crowd)
