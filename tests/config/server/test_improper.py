"""What is no proper request is refused, and never heard by the application."""

import json

import pytest

from config.server import limits

from .conftest import GET, POST

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


@pytest.mark.parametrize("sent", [b"\r\n", b"Host: localhost\r\nX: %b" % LONGER], ids=[400, 431])
def test_a_reader_is_told_in_the_language_of_the_browser(connect, sent):
    channel, line = connect()
    channel.dataReceived(b"GET / HTTP/1.1\r\nAccept-Language: de\r\n" + sent)
    assert b'<html lang="de">' in line.value()


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
