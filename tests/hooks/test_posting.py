"""What a hostile receiver can do: nothing but fail to get its events."""

import socket
import threading
from ipaddress import ip_address
from unittest.mock import Mock

import httpcore
import pytest

from competitions.outbound.webhooks import http_post
from competitions.outbound.webhooks.http_post import LONGEST_ANSWER, post
from competitions.outbound.webhooks.no_answer import NoReceiversAnswer
from competitions.outbound.webhooks.targets import Target

from .receivers import HOST, answers, drips, goes_on, receiver, says

TARGET = Target(True, HOST, 443, "/", HOST)

OK = b"HTTP/1.1 200 OK\r\n"


def send(to, *, private=False):
    return post(to, b'{"a": 1}', {"webhook-id": "m"}, private=private)


def test_what_is_posted_arrives(network):
    with receiver(answers(204)) as there:
        assert send(there.target()) == (204, "")
    (got,) = there.received
    assert (got.path, got.body) == ("/hook?from=evendeal", '{"a": 1}')
    assert got.headers["host"] == f"{HOST}:{there.port}"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["webhook-id"] == "m"


def test_the_name_that_is_asked_for_is_the_name_of_the_certificate(network):
    with (
        receiver(name="other.example") as there,
        pytest.raises(NoReceiversAnswer, match="certificate was refused"),
    ):
        send(there.target())
    assert not there.received


def test_a_certificate_that_nobody_vouches_for_is_refused(network, monkeypatch):
    posting_context = http_post.ssl.create_default_context()
    monkeypatch.setattr(http_post, "context", lambda: posting_context)
    with receiver() as there, pytest.raises(NoReceiversAnswer, match="certificate was refused"):
        send(there.target())
    assert not there.received


def test_who_speaks_no_tls_gets_nothing(network, short):
    """Who waits for the end of a line waits for ever."""
    with receiver(secure=False) as there, pytest.raises(NoReceiversAnswer):
        send(there.target())
    assert not there.received


@pytest.mark.parametrize("found", [["10.0.0.1"], ["::1", "169.254.169.254"], ["::ffff:127.0.0.1"]])
def test_a_name_that_leads_to_private_addresses_is_not_followed(network, found, monkeypatch):
    monkeypatch.setattr(httpcore, "SyncBackend", None)
    network(found)
    with pytest.raises(NoReceiversAnswer, match="no public address"):
        send(TARGET)


def test_of_several_addresses_only_public_ones_are_tried(network, monkeypatch):
    tried = []
    backend = Mock(connect_tcp=lambda address, *_: tried.append(address) or 1 / 0)
    monkeypatch.setattr(httpcore, "SyncBackend", lambda: backend)
    network(["10.0.0.1", "8.8.8.8", "::1"])
    with pytest.raises(ZeroDivisionError):
        send(TARGET)
    assert tried == ["8.8.8.8"]


def test_a_name_that_means_something_else_a_moment_later_is_looked_up_once(network, monkeypatch):
    """The connection goes to the address that was checked, and no name is looked up besides."""
    of_address = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *more: of_address(str(ip_address(host)), *more))
    network(["127.0.0.1"], ["10.0.0.1"])
    with receiver() as there:
        assert send(there.target()).status == 200
        with pytest.raises(NoReceiversAnswer, match="no public address"):
            send(there.target())
    assert len(there.received) == 1


def test_the_second_address_is_tried_when_the_first_does_not_answer(network):
    with receiver() as there, socket.socket() as closed:
        closed.bind(("127.0.0.2", 0))
        network(["127.0.0.2", "127.0.0.1"])
        assert send(there.target(), private=True).status == 200


def test_a_redirect_is_an_answer_like_others(network):
    with receiver() as inside:
        to = f"Location: https://{HOST}:{inside.port}/"
        with receiver(answers(302, b"", to)) as there:
            answer = send(there.target())
    assert (answer.status, answer.accepts) == (302, False)
    assert not inside.connected


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(http_post, "ALL_S", 0.4)


@pytest.mark.extra
@pytest.mark.parametrize(
    "behaviour",
    [
        drips(b"", b"HTTP/1.1 200 O"),
        drips(OK, b"X-More: x\r\n"),
        drips(OK + b"Content-Length: 900\r\n\r\n", b"x"),
        drips(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        lambda connection: connection.recv(1),
    ],
    ids=["status", "headers", "body", "chunks", "continue", "silence"],
)
def test_a_slow_answer_gets_nowhere(network, short, behaviour):
    with receiver(behaviour) as there, pytest.raises(NoReceiversAnswer, match="took longer"):
        send(there.target())


def test_a_slow_handshake_gets_nowhere(network, short):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with pytest.raises(NoReceiversAnswer, match="took longer"):
            send(TARGET._replace(port=port))


def test_a_slow_look_up_gets_nowhere(network, short, monkeypatch):
    asked = threading.Event()
    monkeypatch.setattr(http_post, "look_up", lambda *_: asked.wait())
    with pytest.raises(NoReceiversAnswer, match="looked up in time"):
        send(TARGET)
    asked.set()


@pytest.mark.parametrize("head", [b"\r\n", b"Content-Length: 99999999\r\n\r\n"])
def test_of_an_endless_answer_the_beginning_is_read(network, head):
    with receiver(goes_on(OK + head, b"x" * 9999)) as there:
        assert send(there.target()) == (200, "x" * LONGEST_ANSWER)


@pytest.mark.parametrize(
    "behaviour",
    [
        goes_on(OK, b"X: y\r\n"),
        says(b"SSH-2.0-OpenSSH\r\n"),
        says(b""),
        says(b"HTTP/1.1 999999 OK\r\n\r\n"),
        says(OK, b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
    ],
    ids=["headers", "ssh", "nothing", "status", "chunk"],
)
def test_an_answer_that_is_none_is_said_to_be_none(network, behaviour):
    with receiver(behaviour) as there, pytest.raises(NoReceiversAnswer, match=r"\.$"):
        send(there.target())


@pytest.mark.parametrize(
    "behaviour",
    [
        goes_on(OK + b"X: ", b"y" * 9999),
        goes_on(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        goes_on(b"", b"x" * 9999),
    ],
    ids=["header", "continue", "line"],
)
def test_of_an_answer_with_too_long_a_head_little_is_read(network, behaviour):
    with receiver(behaviour) as there, pytest.raises(NoReceiversAnswer, match="too long a head"):
        send(there.target())


def test_what_an_answer_says_can_be_stored_and_shown(network):
    with receiver(answers(500, b"a\0b\x1b[31m\xff\xe2\x80\xaec\n")) as there:
        assert send(there.target()) == (500, "a\ufffdb\ufffd[31m\ufffd\ufffdc\n")


def test_nobody_there_is_said_so(network):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(NoReceiversAnswer, match="refused or broken off"):
            send(TARGET._replace(port=closed.getsockname()[1]))


def test_a_trial_needs_no_tls_and_no_public_address(network, monkeypatch):
    monkeypatch.setattr(http_post, "is_public", lambda text: False)
    with receiver(secure=False) as there:
        assert send(there.target(secure=False), private=True).status == 200
        with pytest.raises(NoReceiversAnswer, match="no public address"):
            send(there.target(secure=False))
