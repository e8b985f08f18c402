"""How long a client may take, with a clock that the test turns."""

import asyncio
from http import HTTPStatus

import pytest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from competitions.web.problems import STATUS
from config.server import limits

from .conftest import LARGEST, POST, answer

HEADERS = (b"X-%d: y\r\n" % number for number in range(1_000))


def trickle(clock, channel, line, pieces, every):
    """Send a piece every so many seconds until the connection ends; return how many seconds it lasted."""
    for piece in pieces:
        channel.dataReceived(piece)
        clock.advance(every)
        if line.over:
            break
    return clock.seconds()


def test_who_connects_and_says_nothing_is_cut(connect, clock):
    _, line = connect()
    clock.advance(limits.IDLE_S - 1)
    assert not line.over
    clock.advance(2)
    assert line.over


def test_headers_that_never_end_are_cut_however_they_trickle(connect, clock):
    channel, line = connect()
    channel.dataReceived(POST)
    assert trickle(clock, channel, line, HEADERS, every=2) <= limits.HEADERS_S + 2
    assert line.over


def test_a_short_body_that_trickles_is_cut(connect, clock, server):
    channel, line = connect()
    channel.dataReceived(POST + b"Content-Length: 100\r\n\r\n")
    assert trickle(clock, channel, line, [b"x"] * 99, every=2) <= limits.BODY_GRACE_S + 2
    assert line.cut
    assert not server.heard


@pytest.mark.parametrize("length", [b"Content-Length: 262144", b"Transfer-Encoding: chunked"])
def test_no_body_takes_longer_than_a_minute(connect, clock, server, length):
    channel, line = connect()
    channel.dataReceived(POST + length + b"\r\n\r\n")
    assert trickle(clock, channel, line, [b"1\r\nx\r\n"] * 9_999, every=5) <= limits.BODY_S + 5
    assert line.cut
    assert not server.heard


def test_a_large_body_over_a_slow_line_has_the_time_it_needs(connect, clock, server):
    channel, line = connect()
    channel.dataReceived(POST + b"Content-Length: %d\r\n\r\n" % LARGEST)
    trickle(clock, channel, line, [b"x" * 8_192] * (LARGEST // 8_192), every=1.5)
    assert server.heard == ["/api/v1/guests"]
    assert not line.over


def test_who_waits_for_us_may_wait(connect, clock, server):
    channel, line = connect()
    channel.dataReceived(POST + b"\r\n")
    clock.advance(10_000)
    assert server.heard
    assert not line.over


def test_every_status_of_ours_says_its_name(connect, server):
    for status in {*STATUS.values(), 200, 201, 202, 204, 304, 308, 431}:
        channel, line = connect()
        channel.dataReceived(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        [request] = channel.requests
        request.handle_reply({"type": "http.response.start", "status": status, "headers": []})
        request.handle_reply({"type": "http.response.body", "body": b""})
        said = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        assert line.value().startswith(said.encode())
        channel.connectionLost(Failure(ConnectionDone()))


def test_who_was_answered_may_take_its_time_with_the_next_request(connect, clock, server):
    channel, line = connect()
    for number in (1, 2):
        channel.dataReceived(POST + b"Content-Length: 1\r\n\r\nx")
        answer(channel)
        clock.advance(limits.IDLE_S - 1)
        assert not line.over
        assert len(server.heard) == number
    clock.advance(2)
    assert line.over


def test_who_is_refused_may_go_on_sending_for_a_moment_and_read_why(connect, clock, server):
    channel, line = connect()
    channel.dataReceived(POST + b"Content-Length: %d\r\n\r\nx" % (LARGEST + 1))
    assert server.heard == ["/api/v1/guests"]
    answer(channel)
    channel.dataReceived(b"x" * LARGEST)
    assert line.said_all
    assert not line.over
    clock.advance(limits.LINGERING_S)
    assert line.cut


def test_the_longest_idle_one_makes_room_and_a_request_under_way_does_not(connect):
    channel, busy = connect("192.0.2.9")
    channel.dataReceived(POST + b"\r\n")
    _, idle = connect("192.0.2.9")
    _, third = connect()
    assert [busy.over, idle.cut, third.over] == [False, True, False]
    channel, _ = connect()
    assert third.cut
    channel.dataReceived(POST + b"\r\n")
    assert connect() == (None, None), "everyone waits for us"


async def test_a_long_answer_waits_for_its_reader(connect):
    channel, line = connect()
    channel.dataReceived(POST + b"\r\n")
    (request,) = channel.requests
    await request.drained()
    channel.pauseProducing()  # as the transport does when the system takes no more
    waiting = asyncio.ensure_future(request.drained())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not waiting.done()
    channel.resumeProducing()
    await waiting
    assert not line.over


async def test_a_reader_that_takes_nothing_is_cut(connect):
    channel, line = connect()
    channel.dataReceived(POST + b"\r\n")
    channel.pauseProducing()
    await channel.requests[0].drained(patience_s=0)
    assert line.cut


async def test_an_answer_does_not_wait_for_a_reader_who_is_gone(connect):
    channel, _ = connect()
    channel.dataReceived(POST + b"\r\n")
    (request,) = channel.requests
    channel.pauseProducing()
    waiting = asyncio.ensure_future(request.drained())
    await asyncio.sleep(0)
    channel.connectionLost(Failure(ConnectionDone()))
    await waiting
    await request.drained()
