"""What a socket may send, counted frame by frame and byte by byte, with a clock that stands still."""

import asyncio
from types import SimpleNamespace

import pytest
from daphne.ws_protocol import WebSocketProtocol

from config.server import limits, sockets
from config.server.crowd import Crowd
from config.server.lines import Lines
from config.server.sockets import PLAYING, Socket

WATCHING = "/ws/v1/competitions/x"


class Peer:
    """A TCP connection that has an address, and takes whatever it is given."""

    host = "192.0.2.1"
    reactor = SimpleNamespace(getWriters=list)
    was_cut = False

    def getPeer(self):
        return self

    def writeSomeData(self, data):
        return len(data)

    def abortConnection(self):
        self.was_cut = True


class Sender(Socket):
    """A socket that notes which frames reached it."""

    def __init__(self):
        self.heard = []
        self.state = self.STATE_OPEN
        self.transport = Peer()
        self.factory = SimpleNamespace(
            trusted_proxies=0, crowd=Crowd(10, most_sockets=10), lines=Lines(print)
        )


@pytest.fixture
def opened(monkeypatch):
    """A socket whose request has been read."""
    monkeypatch.setattr(sockets, "monotonic", lambda: 100.0)
    monkeypatch.setattr(WebSocketProtocol, "onConnect", lambda self, request: None)
    monkeypatch.setattr(WebSocketProtocol, "onPing", lambda self, _: self.heard.append("frame"))
    monkeypatch.setattr(WebSocketProtocol, "dataReceived", lambda self, data: self.heard.append(data))

    def opened(path):
        sender = Sender()
        sender.onConnect(SimpleNamespace(path=path, headers={}))
        sender.queue = asyncio.Queue()
        sender.queue.put_nowait({"type": "websocket.receive", "text": "of before"})
        return sender

    return opened


def frames_until_cut(sender):
    for _ in range(10_000):
        sender.onPing(b"")
        if sender.transport.was_cut:
            break
    return len(sender.heard)


def bytes_until_cut(sender):
    for _ in range(1_000):
        sender.dataReceived(b"x" * limits.KIB)
        if sender.transport.was_cut:
            break
    return len(b"".join(sender.heard))


def test_who_watches_has_so_many_frames_and_bytes(opened):
    assert frames_until_cut(opened(WATCHING)) == limits.WATCHERS_FRAMES[1]
    assert bytes_until_cut(opened(WATCHING)) == limits.WATCHERS_BYTES[1]


def test_what_was_received_when_it_is_cut_is_not_heard(opened):
    sender = opened(WATCHING)
    sender.dataReceived(b"x" * (limits.WATCHERS_BYTES[1] + 1))
    assert sender.transport.was_cut
    sender.onMessage(b"{}", False)
    assert sender.heard == []
    assert sender.queue.empty()


@pytest.mark.parametrize(("path", "plays"), [(WATCHING, False), (PLAYING + "x", True)])
def test_who_plays_has_more_once_the_application_has_admitted_them(opened, path, plays):
    sender = opened(path)
    assert frames_until_cut(sender) == limits.WATCHERS_FRAMES[1]
    sender = opened(path)
    sender.handle_reply({"type": "websocket.send", "text": "welcome"})
    frames = limits.PLAYERS_FRAMES if plays else limits.WATCHERS_FRAMES
    assert frames_until_cut(sender) == frames[1]
