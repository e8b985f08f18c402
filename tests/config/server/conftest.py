"""A connection of our server without a network, and with a clock that the test turns."""

import asyncio
from types import SimpleNamespace

import pytest

from config.server.daphne import ChannelFactory  # isort: skip  # first: it chooses Twisted's event loop

from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from config.server.crowd import Crowd
from config.server.lines import Lines

LARGEST = 256 * 1024
POST = b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\n"
GET = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Line(StringTransport):
    """A connection that remembers how it ended."""

    cut = False
    said_all = False
    connected = True
    room = 2**20
    """How many bytes the system takes at once."""

    def __init__(self, *addresses, **more):
        super().__init__(*addresses, **more)
        self.reactor = SimpleNamespace(getWriters=lambda: [self] if self.waiting else [])
        self.waiting = []
        """What waits until the system takes more."""

    def writeSomeData(self, data):
        assert not self.waiting, "it went before earlier bytes"
        taken = data[: self.room]
        super().write(taken)
        return len(taken)

    def write(self, data):
        if self.waiting or self.room < 2**20:
            self.waiting.append(data)
        else:
            super().write(data)

    def getHandle(self):
        self.options = []
        return self

    def setsockopt(self, *option):
        self.options.append(option)

    def loseWriteConnection(self):
        self.said_all = True

    def abortConnection(self):
        self.cut = True

    def connectionLost(self, reason):
        self.cut = True

    @property
    def over(self):
        return self.cut or self.disconnecting


class Daphne:
    """The part of the server that a connection uses; its application never answers."""

    stopping = False
    request_buffer_size = 8192
    root_path = ""
    proxy_forwarded_address_header = None
    server_name = "evendeal"

    def __init__(self):
        self.crowd = Crowd(most=2, most_sockets=2)
        self.later = []
        self.lines = Lines(self.later.append)
        self.heard = []

    def next_turn(self):
        """The event loop's."""
        later, self.later[:] = list(self.later), []
        for work in later:
            work()

    def protocol_connected(self, protocol):
        pass

    def protocol_disconnected(self, protocol):
        pass

    def log_action(self, *_):
        pass

    def create_application(self, protocol, scope):
        self.heard.append(scope["path"])
        self.queue = asyncio.Queue()
        return self.queue


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def server():
    return Daphne()


@pytest.fixture
def connect(server, clock):
    def connect(host="192.0.2.1", proxies=1):
        factory = ChannelFactory(server, LARGEST, trusted_proxies=proxies)
        factory.reactor = clock
        channel = factory.buildProtocol(None)
        if channel is None:
            return None, None
        line = Line(peerAddress=IPv4Address("TCP", host, 50_000))
        channel.makeConnection(line)
        return channel, line

    return connect


def answer(channel):
    """Let the application answer the request under way."""
    (request,) = channel.requests
    request.handle_reply({"type": "http.response.start", "status": 204, "headers": []})
    request.handle_reply({"type": "http.response.body", "body": b""})
