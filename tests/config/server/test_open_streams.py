"""An answer that stays open: what of it reaches whom, and when it ends."""

import socket

import pytest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from config.server import channel as module
from config.server import limits

from .conftest import POST, answer


@pytest.fixture
def stream(connect):
    """Opens a stream: its request, whose answer has begun, and its line."""

    def open(version=b"1.1", host="192.0.2.1", header=b""):
        channel, line = connect(host)
        channel.dataReceived(b"GET / HTTP/%b\r\nHost: localhost\r\n%b\r\n" % (version, header))
        (request,) = channel.requests
        assert request.seat()
        request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
        request.handle_reply({"type": "http.response.body", "body": b"begin", "more_body": True})
        line.clear()
        return request, line

    return open


def test_a_part_of_a_stream_is_a_chunk_that_is_framed_once(stream):
    request, line = stream()
    part = b"x" * 300
    assert request.push(part)
    assert line.value() == b"12c\r\n" + part + b"\r\n"
    factory = request.channel.factory
    assert factory.chunk_of(part) is factory.chunk_of(part)
    assert factory.chunk_of(b"other") == b"5\r\nother\r\n"


def test_who_speaks_the_old_http_gets_the_parts_as_they_are(stream):
    request, line = stream(b"1.0")
    assert request.push(b"part")
    assert line.value() == b"part"


def test_a_stream_may_be_silent_for_as_long_as_it_likes(stream, clock):
    _, line = stream()
    clock.advance(10_000)
    assert not line.over


def test_who_takes_nothing_of_a_stream_is_sent_nothing_more_and_is_cut_in_the_end(stream, monkeypatch):
    seconds = 0.0
    monkeypatch.setattr(module, "monotonic", lambda: seconds)
    request, line = stream()
    request.channel.pauseProducing()  # as the transport does when the system takes no more
    assert not request.push(b"part")
    seconds += limits.STALLED_S
    assert not request.push(b"part")
    assert not line.over
    request.channel.resumeProducing()
    assert request.push(b"part")
    request.channel.pauseProducing()
    seconds += 1
    assert not request.push(b"part")
    seconds += limits.STALLED_S
    assert not request.push(b"part")
    assert not line.over
    seconds += 1
    assert not request.push(b"part")
    assert line.cut
    assert line.value() == b"4\r\npart\r\n"


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux alone has it")
def test_the_system_ends_a_stream_whose_reader_has_gone_without_a_word(stream):
    _, line = stream()
    assert line.options == [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limits.STALLED_S * 1_000)]
    with socket.socket() as real:
        real.setsockopt(*line.options[0])


def test_nothing_waits_for_a_reader_who_has_left_a_stream(stream):
    request, line = stream()
    line.connected = False
    assert request.push(b"part")
    request.channel.connectionLost(Failure(ConnectionDone()))
    assert request.push(b"part")
    assert not line.value()


def test_nothing_is_sent_on_a_stream_that_has_ended(stream):
    request, line = stream()
    request.end_stream()
    line.clear()
    assert request.push(b"part")
    assert not line.value()


def test_a_stream_is_one_of_the_sockets_of_its_address_until_it_ends(stream, connect, server):
    server.crowd.most = 9
    header = b"X-Forwarded-For: 198.51.100.1\r\n"
    one, _ = stream(header=header)
    stream(header=header)
    channel, _ = connect()
    channel.dataReceived(b"GET / HTTP/1.1\r\nHost: localhost\r\n%b\r\n" % header)
    (third,) = channel.requests
    assert not third.seat()
    one.channel.connectionLost(Failure(ConnectionDone()))
    assert third.seat()
    answer(channel)
    assert server.crowd.seat(object(), module.network_of("198.51.100.1"), module.monotonic())


def test_a_stream_ends_in_good_order_when_the_process_does(stream, server):
    request, line = stream()
    request.end_stream()
    assert line.value() == b"0\r\n\r\n"
    assert line.disconnecting
    heard = [server.queue.get_nowait()["type"] for _ in range(server.queue.qsize())]
    assert heard[-1] == "http.disconnect"
    request.end_stream()
    assert line.value() == b"0\r\n\r\n"


@pytest.mark.parametrize("seated", [True, False])
def test_an_answer_that_has_an_end_of_its_own_is_waited_for(connect, seated):
    channel, line = connect()
    channel.dataReceived(POST + b"\r\n")
    (request,) = channel.requests
    if seated:  # it asks for a stream, and nobody knows yet whether it may
        request.seat()
    else:
        request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
        request.handle_reply({"type": "http.response.body", "body": b"begin", "more_body": True})
    request.end_stream()
    assert not request.finished
    assert not line.over
