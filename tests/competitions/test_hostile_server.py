"""What reaches a real server from a hostile socket, on SQLite and on PostgreSQL."""

import json
import socket
from contextlib import suppress
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest

from tests.clients.contests import contest
from tests.clients.rest import Answer, Client, check
from tests.servers.running import PATIENCE_S

from .stored import row_counts


class Wire:
    """Sends bytes to a server, and reads its answer."""

    def __init__(self, url):
        parts = urlsplit(url)
        self.address = (parts.hostname, parts.port)

    def send(self, method, path, data, headers):
        """A whole request, as a client makes it."""
        lines = [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(data)}", "Host: localhost"]
        return self.raw(
            f"{method} {path} HTTP/1.1\r\n".encode(), "\r\n".join(lines).encode("latin-1") + b"\r\n", data
        )

    def raw(self, request_line, headers, body):
        with socket.create_connection(self.address, timeout=PATIENCE_S) as wire:
            wire.sendall(request_line + headers + b"Connection: close\r\n\r\n" + body)
            answer = HTTPResponse(wire, method=request_line.partition(b" ")[0].decode())
            answer.begin()
            got = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, got, answer.read()

    def ask(self, line, *headers, body=b"", host=b"Host: localhost\r\n"):
        """Send a request, and check what the contract promises of every answer."""
        answer = Answer(
            *self.raw(line + b" HTTP/1.1\r\n", host + b"".join(h + b"\r\n" for h in headers), body)
        )
        check(answer)
        return answer


@pytest.fixture
def wire(any_database, daphne_server):
    """A server on a database whose rows the test can count."""
    return Wire(daphne_server({"DATABASE_URL": any_database}).url)


@pytest.fixture
def anyone(wire):
    return Client(wire.send)


def _chunked(*chunks):
    return b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in (*chunks, b""))


CHUNKED = b"Transfer-Encoding: chunked"
JSON = b"Content-Type: application/json"


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_a_body_in_chunks_is_read_like_any_other(wire):
    made = wire.ask(b"POST /api/v1/guests", CHUNKED, JSON, body=_chunked(b'{"name": ', b'"Ann"}'))
    assert made.status == 201
    assert made.body["player"]["name"] == "Ann"
    before = row_counts()
    large = _chunked(b'{"name": "Bea", "padding": "', *[b"x" * 65_536] * 4, b'"}')
    assert wire.ask(b"POST /api/v1/guests", CHUNKED, JSON, body=large).outcome == (413, "too_large")
    form = wire.ask(
        b"POST /api/v1/guests", CHUNKED, b"Content-Type: text/plain", body=_chunked(b'{"name": "Bea"}')
    )
    assert form.outcome == (415, "unsupported_media_type")
    assert row_counts() == before


INVALID, UNAUTHENTICATED, NOT_FOUND = (422, "invalid"), (401, "unauthenticated"), (404, "not_found")


@pytest.mark.extra
def test_nothing_on_the_wire_is_a_fault_of_ours(wire, anyone):
    owner, rival, visitor = (anyone.guest(name) for name in ("Olga Owner", "Ray Rival", "Vi Visitor"))
    event = owner.create_for(rival, access="invite", attempts=None)
    id, contests = event["id"].encode(), b"GET /api/v1/competitions"
    as_rival = b"Authorization: Bearer " + rival.token.encode()
    before = row_counts()

    # Texts that PostgreSQL does not store, wherever a text may stand.
    entries = f"/competitions/{event['id']}/entries"
    for text in ("\x00", "a\x00\x00", "\ud800", "\udfff\ud800", "\uffff"):
        for path, field in (("/guests", "name"), ("/competitions", "name"), (entries, "invite")):
            assert visitor.post(path, contest() | {field: text}).status in (403, 422)
    for name in (b"state", b"game", b"mine", b"cursor"):
        assert wire.ask(contests + b"?%b=%%00%%ED%%A0%%80" % name).outcome == INVALID
    for name in (b"round", b"around", b"cursor"):
        assert wire.ask(contests + b"/%b/standings?%b=%%00%%FF" % (id, name), as_rival).outcome == INVALID
    too_late = b"?cursor=Pjk5OTktMTItMzFUMjM6NTk6NTktMjM6NTkgMjIyMjIyMjIyMjIyMjIyMg=="
    assert wire.ask(contests + too_late).outcome == INVALID

    # Headers.
    me = b"GET /api/v1/me"
    cookies = (b'"aaaaaaaaaaaaaaaa\\000"', b'"\\377\\376aaaaaaaa"', b"x" * 5_000)
    for header in (
        *(b"Authorization: Bearer " + secret for secret in (b"\xff\xfe", b"\xc3\xa9", b"x" * 8_000)),
        *(b"Cookie: sessionid=" + cookie for cookie in cookies),
        b"Cookie: =\xff;;==",
    ):
        assert wire.ask(me, header).outcome == UNAUTHENTICATED
    assert wire.ask(me, as_rival, as_rival).status in (200, 401)
    sent = (b"POST /api/v1/competitions", as_rival, JSON, b"Content-Length: 2")
    for key in (b"\xff", b"x" * 256, b""):
        assert wire.ask(*sent, b"Idempotency-Key: " + key, body=b"{}").outcome == INVALID
    assert wire.ask(*sent, b"Content-Encoding: gzip", body=b"\x1f\x8b").code == "bad_json"

    # Addresses.
    for path in (b"%", b"%zz", b"games/%00", b"../me", b"/", b"x" * 5_000):
        assert wire.ask(b"GET /api/v1/" + path).outcome == NOT_FOUND
    assert wire.ask(b"GET /api/v1/" + b"x" * 9_000).outcome == (414, "too_large")
    rounds = b"POST /api/v1/competitions/%b/rounds/%b1/logs" % (id, b"0" * 300)
    log = (as_rival, JSON, b"Idempotency-Key: k", b"Content-Length: 13")
    assert wire.ask(rounds, *log, body=b'{"moves": []}').outcome == NOT_FOUND
    for host in (b"Host: evil.example\r\n", b"Host: a b\r\n"):
        assert wire.ask(me, host=host).status == 400

    assert row_counts() == before

    # A rejected log keeps whatever was sent.
    odd = ["\x00", "\ud800", "\U0010ffff" * 1000]
    sent = rival.submit(event, odd)
    assert (sent.status, sent.body["code"]) == (201, "bad_move")
    assert rival.submit(event, odd).raw == sent.raw
    million = json.dumps({"moves": ["deal"] * 1_000_000}).encode()
    assert rival.post(f"/competitions/{event['id']}/rounds/1/logs", million).outcome == (413, "too_large")
    assert row_counts() == before | {"Log": 1}


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_requests_that_are_hardly_http_get_no_5xx(wire):
    """The server may only hang up, or wait for more."""
    before, host = row_counts(), b"Host: localhost\r\n\r\n"
    post = b"POST /api/v1/guests HTTP/1.1\r\nContent-Length: %b\r\n" + host + b"{}"
    for request in (
        b"\x00\x01\x02\r\n" + host,
        b"GET\r\n" + host,
        b"GET /api/v1/me HTTP/9.9\r\n" + host,
        b"GET http://evil.example/api/v1/me HTTP/1.1\r\n" + host,
        b"GET /api/v1/\xff?\xff HTTP/1.1\r\n" + host,
        b"\xff /api/v1/me HTTP/1.1\r\n" + host,
        b"GET /api/v1/me HTTP/1.1\r\nAuthorization: Bearer a\x00b\r\nCookie: \x00\r\n" + host,
        *(post % length for length in (b"-1", b"abc", b"9" * 30, b"5\r\nContent-Length: 6")),
    ):
        with socket.create_connection(wire.address, timeout=0.5) as raw, suppress(OSError):
            raw.sendall(request)
            first = raw.recv(100)
            assert not first or int(first.split()[1]) < 500
    assert row_counts() == before
    assert wire.ask(b"GET /api/v1/games").status == 200, "it serves on"
