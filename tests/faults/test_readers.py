"""Among many readers of a board, one reads slowly and one not at all: nobody else waits for them."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.clients.heard import Heard, follow_stream

from .crowd import until
from .parts import Site

pytestmark = pytest.mark.faults

MANY = 40
SMALLEST_WINDOW = 2_304
"""How many bytes the system keeps at least for who does not read."""


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
        asked = f"GET /api/v1/competitions/{contest}/stream HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n"
        line.sendall(asked.encode())
        thread = threading.Thread(target=read)
        thread.start()
        try:
            yield
        finally:
            over.set()
            line.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_slow_and_a_stalled_reader_hold_up_nobody(small_site: Site) -> None:
    [url] = small_site.urls
    with small_site.under_load() as crowd, contextlib.ExitStack() as stack:
        for bytes_a_second in (0, 200):
            stack.enter_context(reader(url, crowd.open, bytes_a_second=bytes_a_second))
        many = [Heard() for _ in range(MANY)]
        for heard in many:
            threading.Thread(target=follow_stream, args=(url, crowd.open, heard), daemon=True).start()
        for _ in range(3):
            crowd.goes_on()
            newest = crowd.heard_of(crowd.open)[0].versions[-1]
            for heard in many:
                until(lambda heard=heard, newest=newest: heard.versions[-1:] >= [newest], "a reader waits")
