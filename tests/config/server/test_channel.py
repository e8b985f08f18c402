"""How long a client may take, with a clock that the test turns."""

import asyncio
import json
import socket
from http import HTTPStatus

import pytest

from config.server.daphne import ChannelFactory  # isort: skip  # first: it chooses Twisted's event loop

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from competitions.http.problems import STATUS
from config.server import channel as module
from config.server import limits
from config.server.crowd import Crowd
from config.server.limits import AT_WORK, IN_A_TURN, IN_LINE, REFUSALS
from config.server.lines import Lines

LARGEST = 256 * 1024


class Line(StringTransport):
    """A connection that remembers how it ended."""

    cut = False
    said_all = False
    connected = True

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


def trickle(clock, channel, line, pieces, every):
    """Send a piece every so many seconds until the connection ends; return how many seconds it lasted."""
    for piece in pieces:
        channel.dataReceived(piece)
        clock.advance(every)
        if line.over:
            break
    return clock.seconds()


POST = b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\n"
HEADERS = (b"X-%d: y\r\n" % number for number in range(1_000))


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


def answer(channel):
    """Let the application answer the request under way."""
    (request,) = channel.requests
    request.handle_reply({"type": "http.response.start", "status": 204, "headers": []})
    request.handle_reply({"type": "http.response.body", "body": b""})


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


GET = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def many(connect, server):
    """That many connections of one address, each of which asks for the path of its number."""
    server.crowd.most = 10_000

    def many(number, host="192.0.2.1", **options):
        lines = [connect(host, **{"proxies": 0, **options}) for _ in range(number)]
        for nth, (channel, _) in enumerate(lines):
            channel.dataReceived(GET % str(nth).encode())
        return lines

    return many


def test_a_burst_from_one_address_is_read_a_little_at_a_time_and_another_is_read_at_once(many, server):
    many(IN_A_TURN + 3)
    assert len(server.heard) == IN_A_TURN
    many(1, "192.0.2.2")
    assert len(server.heard) == IN_A_TURN + 1
    server.next_turn()
    assert len(server.heard) == IN_A_TURN + 4


def test_an_address_whose_requests_wait_for_their_answers_is_read_when_one_is_answered(many, server):
    lines = many(AT_WORK + 2)
    for _ in range(9):
        server.next_turn()
    assert server.heard == [f"/{nth}" for nth in range(AT_WORK)]
    begin = {"type": "http.response.start", "status": 200, "headers": []}
    lines[0][0].requests[0].handle_reply(begin)  # it need not have been read
    server.next_turn()
    assert server.heard[AT_WORK:] == [f"/{AT_WORK}"]
    lines[1][0].connectionLost(Failure(ConnectionDone()))
    server.next_turn()
    assert server.heard[AT_WORK:] == [f"/{AT_WORK}", f"/{AT_WORK + 1}"]


def test_who_leaves_the_line_is_never_heard(many, server):
    lines = many(IN_A_TURN + 2)
    lines[IN_A_TURN][0].connectionLost(Failure(ConnectionDone()))
    server.next_turn()
    assert server.heard[IN_A_TURN:] == [f"/{IN_A_TURN + 1}"]


def test_what_comes_in_pieces_while_it_waits_is_read_as_one(many, connect, server):
    many(IN_A_TURN)
    channel, line = connect(proxies=0)
    for piece in (GET % b"late")[:5], (GET % b"late")[5:]:
        channel.dataReceived(piece)
    assert line.producerState == "producing"
    server.next_turn()
    assert server.heard[-1] == "/late"


def test_who_sends_much_while_waiting_is_heard_no_further_until_it_is_read(many, connect, server):
    many(IN_A_TURN)
    channel, line = connect(proxies=0)
    body = b"x" * limits.MOST_KEPT
    channel.dataReceived(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert line.producerState == "paused"
    server.next_turn()
    assert server.heard[-1] == "/api/v1/guests"
    assert line.producerState == "producing"


def test_the_line_of_an_address_has_an_end_and_whoever_comes_then_is_told_when_to_come_again(many, server):
    lines = many(IN_A_TURN + IN_LINE)
    ((channel, line),) = many(1)
    assert line.value().startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert b"\r\nRetry-After: 2\r\n" in line.value()
    assert line.said_all
    channel.dataReceived(GET % b"again")
    assert not any(line.value() for _, line in lines)
    assert len(server.heard) == IN_A_TURN


def test_who_is_refused_too_often_waits_all_the_same(many, monkeypatch):
    monkeypatch.setattr(module, "monotonic", lambda: 0.0)
    many(IN_A_TURN + IN_LINE)
    _, at_once = REFUSALS
    refused = [line.said_all for _, line in many(at_once + 5)]
    assert refused == [True] * at_once + [False] * 5


def test_a_client_of_the_api_is_refused_with_a_problem(many, connect):
    many(IN_A_TURN + IN_LINE)
    channel, line = connect(proxies=0)
    channel.dataReceived(POST + b"\r\n")
    assert b"Content-Type: application/problem+json\r\n" in line.value()
    assert b'"code": "unavailable"' in line.value()


FORWARDED = b"GET /%b HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %b\r\n\r\n"


@pytest.fixture
def forwarded(connect, server):
    """That many requests that a proxy forwards from one address, each over a connection of its own."""
    server.crowd.most = 10_000

    def forwarded(number, client=b"198.51.100.1"):
        lines = [connect() for _ in range(number)]
        for nth, (channel, _) in enumerate(lines):
            channel.dataReceived(FORWARDED % (b"%d" % nth, client))
        return lines

    return forwarded


def test_behind_a_proxy_it_is_the_forwarded_addresses_that_wait_for_their_own(forwarded, server):
    lines = forwarded(AT_WORK + 2)
    assert len(server.heard) == IN_A_TURN
    forwarded(1, b"198.51.100.2")
    assert len(server.heard) == IN_A_TURN + 1
    for _ in range(9):
        server.next_turn()
    assert len(server.heard) == 1 + AT_WORK
    lines[AT_WORK][0].connectionLost(Failure(ConnectionDone()))
    answer(lines[0][0])
    server.next_turn()
    assert server.heard[1 + AT_WORK :] == [f"/{AT_WORK + 1}"], "who has gone is never heard"


def test_behind_a_proxy_too_the_line_has_an_end(forwarded, server):
    forwarded(IN_A_TURN + IN_LINE)
    ((_, line),) = forwarded(1)
    assert line.value().startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert b"\r\nRetry-After: 2\r\n" in line.value()
    assert line.disconnecting
    assert len(server.heard) == IN_A_TURN


LONG = b"x" * (limits.LONGEST_ADDRESS + 1)
LONGER = b"x" * 100_000


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /%b HTTP/1.1\r\n" % LONG, 414),
        (b"GET /%b HTTP/1.1\r\n" % LONGER, 414),
        (b"GET /%b" % LONGER, 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %b\r\n" % LONGER, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %b" % LONGER, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: %b\r\n" % LONG * 2, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * limits.MOST_HEADERS, 431),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: identity\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ],
    ids=lambda value: value if isinstance(value, int) else None,
)
def test_what_is_no_proper_request_is_refused_and_never_heard(connect, server, sent, status):
    channel, line = connect()
    channel.dataReceived(sent)
    if not line.disconnecting:  # nothing comes from one that is
        channel.dataReceived(b"\r\n\r\n" + GET % b"again")
    assert line.value().startswith(b"HTTP/1.1 %d " % status)
    assert line.value().count(b"HTTP/1.1 ") == 1
    assert line.said_all or line.disconnecting
    assert not server.heard


def test_what_is_just_short_enough_is_heard(connect, server):
    channel, _ = connect()
    path = b"/" + LONG[2:]
    headers = b"X: y\r\n" * (limits.MOST_HEADERS - 2) + b"X: %b\r\n" % LONG
    channel.dataReceived(b"GET %b HTTP/1.1\r\nHost: localhost\r\n%b\r\n" % (path, headers))
    assert server.heard == [path.decode()]


def test_the_old_http_needs_no_host(connect, server):
    channel, _ = connect()
    channel.dataReceived(b"GET / HTTP/1.0\r\n\r\n")
    assert server.heard == ["/"]


@pytest.mark.parametrize(
    ("sent", "code", "status"),
    [
        (b"GET /api/v1/%b HTTP/1.1\r\n" % LONGER, "too_large", 414),
        (b"GET /api/v1/%b HTTP/1.1\r\n" % LONG, "too_large", 414),
        (b"GET /api/v1/games HTTP/1.1\r\nX: %b\r\n" % LONGER, "too_large", 431),
        (b"GET /api/v1/games HTTP/1.1\r\n\r\n", "bad_json", 400),
    ],
    ids=str,
)
def test_a_client_of_the_api_is_told_in_a_problem_what_is_wrong(connect, sent, code, status):
    channel, line = connect()
    channel.dataReceived(sent)
    head, _, body = line.value().partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower()
    assert b"connection: close" in head.lower()
    problem = json.loads(body)
    assert (problem["code"], problem["status"]) == (code, status)
