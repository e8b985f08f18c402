"""Whose request is read next, and who is told to come again."""

import pytest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from config.server import channel as module
from config.server import limits
from config.server.limits import AT_WORK, IN_A_TURN, IN_LINE, REFUSALS

from .conftest import GET, POST, answer


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


def test_a_reader_is_refused_in_the_language_of_the_browser(many, connect):
    many(IN_A_TURN + IN_LINE)
    channel, line = connect(proxies=0)
    channel.dataReceived(b"GET / HTTP/1.1\r\naccept-language: fr, de;q=0.5\r\nHost: localhost\r\n\r\n")
    assert b'<html lang="de">' in line.value()


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
