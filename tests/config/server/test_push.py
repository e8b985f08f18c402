"""Sending a message at once: whole, in order, and not to a client that has not taken the last one."""

import pytest
from autobahn.websocket.protocol import WebSocketProtocol

from config.server.sockets import Socket, SocketFactory

TEXT = "x" * 300


class Transport:
    """The part of a TCP connection that a push uses; it takes so many bytes at a time."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.connected = True
        self.dataBuffer = b""
        self._tempDataBuffer: list[bytes] = []
        self.on_the_wire = b""

    def writeSomeData(self, data: bytes) -> int:
        self.on_the_wire += data[: self.room]
        return min(len(data), self.room)

    def write(self, data: bytes) -> None:
        if data:
            self._tempDataBuffer.append(data)


@pytest.fixture
def factory():
    factory = SocketFactory.__new__(SocketFactory)
    factory._text, factory._frame = "", b""
    factory.isServer = True
    return factory


@pytest.fixture
def socket(factory):
    def connected(room: int) -> Socket:
        socket = Socket.__new__(Socket)
        socket.factory, socket.state = factory, WebSocketProtocol.STATE_OPEN
        socket.transport = Transport(room)
        return socket

    return connected


def test_a_message_goes_out_as_one_frame(socket):
    whole = socket(room=10_000)
    assert whole.push(TEXT)
    assert whole.transport.on_the_wire == b"\x81\x7e" + len(TEXT).to_bytes(2, "big") + TEXT.encode()
    assert not whole.transport._tempDataBuffer


def test_the_rest_of_a_frame_waits_and_nothing_comes_before_it(socket):
    slow = socket(room=100)
    assert slow.push(TEXT)
    assert len(slow.transport.on_the_wire + b"".join(slow.transport._tempDataBuffer)) == len(TEXT) + 4
    assert not slow.push("another")
    assert b"another" not in slow.transport.on_the_wire


def test_many_sockets_share_one_frame(socket, factory):
    assert factory.frame_of(TEXT) is factory.frame_of(TEXT)
    assert factory.frame_of("other")[2:] == b"other"


@pytest.mark.parametrize("state", [WebSocketProtocol.STATE_CLOSING, WebSocketProtocol.STATE_CLOSED])
def test_nothing_is_sent_to_a_client_that_is_leaving(socket, state):
    gone = socket(room=10_000)
    gone.state = state
    assert gone.push(TEXT)
    assert not gone.transport.on_the_wire
