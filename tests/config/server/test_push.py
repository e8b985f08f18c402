"""Sending a message to many at once: whole, in order, and not to a client that takes nothing."""

from types import SimpleNamespace

import pytest
from twisted.internet.error import ConnectionDone
from websockets.frames import Frame, Opcode

from config.server.crowd import Crowd
from config.server.lines import Lines
from config.server.sockets import Socket, SocketFactory, text_frame

from .conftest import Line

TEXT = "x" * 300


@pytest.fixture
def factory():
    server = SimpleNamespace(server_name="evendeal", crowd=Crowd(10, most_sockets=10), lines=Lines(print))
    return SocketFactory(server)


@pytest.fixture
def socket(factory):
    """A socket after its handshake."""
    socket = factory.buildProtocol(None)
    transport = Line()
    transport.registerProducer(object(), True)  # whoever has read the request
    socket.makeConnection(transport)
    socket.state = Socket.STATE_OPEN
    return socket


def test_a_message_goes_out_as_one_frame(socket):
    assert socket.push(TEXT)
    assert socket.transport.value() == b"\x81\x7e" + len(TEXT).to_bytes(2, "big") + TEXT.encode()


def test_who_takes_nothing_is_sent_nothing_until_it_does(socket):
    socket.transport.producer.pauseProducing()  # as the transport does when the system takes no more
    assert not socket.push(TEXT)
    assert not socket.transport.value()
    assert socket.transport.producerState == "paused", "nor is it heard"
    socket.transport.producer.resumeProducing()
    assert socket.push(TEXT)
    assert socket.transport.producerState == "producing"


def test_many_sockets_share_one_frame(factory):
    assert factory.frame_of(TEXT) is factory.frame_of(TEXT)
    assert factory.frame_of("other") is not factory.frame_of(TEXT)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_frame_says_how_long_it_is(size):
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_what_the_system_does_not_take_waits_and_all_that_follows_behind_it(socket):
    socket.transport.room = 100
    assert socket.push(TEXT)
    assert socket.push("next")
    assert len(socket.transport.value()) == 100
    frames = text_frame(TEXT.encode()) + text_frame(b"next")
    assert socket.transport.value() + b"".join(socket.transport.waiting) == frames


def test_a_client_that_was_lost_meanwhile_is_sent_nothing(socket):
    socket.transport.writeSomeData = lambda data: ConnectionDone()
    assert socket.push(TEXT)
    assert not socket.transport.waiting


@pytest.mark.parametrize("state", [Socket.STATE_CLOSING, Socket.STATE_CLOSED])
def test_nothing_is_sent_to_a_client_that_is_leaving(socket, state):
    socket.state = state
    assert socket.push(TEXT)
    socket.handle_reply({"type": "websocket.send", "text": "the application has not heard of it yet"})
    assert not socket.transport.value()
    socket.state = Socket.STATE_OPEN
    socket.cut()
    assert socket.push(TEXT)
    assert not socket.transport.value()
