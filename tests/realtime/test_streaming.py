"""An answer that stays open: what the view says comes first, then the feed, until the reader goes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import product
from typing import Any

import pytest

from competitions.realtime import connections, streams
from competitions.realtime.admission import CloseSocket, Right
from competitions.realtime.messages import FeedMessage
from competitions.realtime.streams import stream_of, with_streams
from competitions.realtime.watcher import Watcher
from tests.servers.running import PATIENCE_S
from tests.servers.waiting import until

HEADERS = [(b"Content-Type", b"text/event-stream"), (b"Content-Length", b"5")]
BEGUN = {"type": "http.response.body", "body": b"begin", "more_body": True}
GONE = {"type": "http.disconnect"}
RIGHT = Right("a token", None, None)
STANDINGS = FeedMessage({"type": "standings", "version": 7}, version=7)


class Board:
    """Instead of the switchboard: who watches what."""

    def __init__(self) -> None:
        self.watchers: dict[Watcher, str] = {}

    def join(self, competition_id: str, watcher: Watcher) -> None:
        self.watchers[watcher] = competition_id

    def leave(self, competition_id: str, watcher: Watcher) -> None:
        assert self.watchers.pop(watcher) == competition_id


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    board = Board()
    monkeypatch.setattr(streams, "SWITCHBOARD", board)
    return board


class Request:
    """One request to an application whose view follows a competition, and what is answered."""

    def __init__(
        self,
        method: str = "GET",
        path: str = "/api/v1/competitions/friday/stream",
        *,
        status: int = 200,
        follows: bool = True,
        **server: Any,
    ) -> None:
        self.scope = {"type": "http", "method": method, "path": path}
        if server:
            self.scope["extensions"] = {"evendeal.stream": server}
        self.status, self.follows = status, follows
        self.coming: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: list[Any] = []
        self.seated: bool | None = None

    async def view(self, scope: Any, receive: Any, send: Any) -> None:
        """The application: it hears nothing, unless the reader has gone already."""
        self.scope = scope
        stream = stream_of(self)
        if stream is not None:
            self.seated = stream.seated
            if self.follows:
                stream.follow("friday", 6, RIGHT)
        if not self.coming.empty():
            await receive()
        await send({"type": "http.response.start", "status": self.status, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"begin"})

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def answer(self) -> None:
        await with_streams(self.view)(self.scope, self.coming.get, self.send)


@pytest.fixture
async def reading(board: Board) -> AsyncIterator[Callable[[Request], Any]]:
    """Starts a request and gives its task, once somebody watches."""
    tasks = []

    async def start(request: Request) -> asyncio.Task[None]:
        tasks.append(asyncio.create_task(request.answer()))
        await until(lambda: len(board.watchers) == len(tasks))
        return tasks[-1]

    yield start
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not board.watchers, "somebody is still sent what nobody reads"


async def test_the_answer_of_the_view_stays_open_and_the_feed_follows(board, reading):
    request = Request()
    task = await reading(request)
    start, begun = request.sent
    assert (start["status"], start["headers"]) == (200, HEADERS[:1]), "it has no length"
    assert begun == BEGUN
    (watcher,) = board.watchers
    assert (board.watchers[watcher], watcher.version) == ("friday", 6)
    watcher.offer(STANDINGS)
    await until(lambda: len(request.sent) == 3)
    assert request.sent[-1] == {"type": "http.response.body", "body": STANDINGS.event, "more_body": True}
    request.coming.put_nowait(GONE)
    await task
    assert not board.watchers


async def test_a_silent_stream_has_a_heartbeat(board, reading, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.01)
    request = Request()
    await reading(request)
    await until(lambda: len(request.sent) == 4)
    assert [message["body"] for message in request.sent[2:]] == [b":\n\n"] * 2


async def test_our_own_server_is_sent_events_at_once(board, reading):
    pushed: list[bytes] = []
    request = Request(push=lambda data: pushed.append(data) or True, seat=lambda _: True)
    await reading(request)
    (watcher,) = board.watchers
    watcher.offer(STANDINGS)
    assert pushed == [STANDINGS.event]
    assert pushed[0] is STANDINGS.event, "the same bytes for every reader, not their like"


async def test_a_stream_ends_with_the_right_of_its_reader(board, reading, monkeypatch):
    request, why = Request(), CloseSocket(4401, "It was revoked.")
    task = await reading(request)
    reasons: dict[Right, CloseSocket] = {}
    monkeypatch.setattr(connections, "rights_lost", lambda rights: reasons)
    await connections.CONNECTIONS.close_lost()
    assert request.sent[-1] == BEGUN
    reasons[RIGHT] = why
    await connections.CONNECTIONS.close_lost()
    assert request.sent[-1] == {"type": "http.response.body", "body": b""}
    request.coming.put_nowait(GONE)  # as servers say once an answer is complete
    await task
    assert not connections.CONNECTIONS.by_right


async def test_only_a_reader_needs_a_seat(board):
    for method, room in product(("GET", "HEAD"), (True, False)):
        request = Request(method, follows=False, seat=lambda _, room=room: room, push=None)
        await request.answer()
        assert request.seated is (room or method == "HEAD")


async def test_every_other_answer_is_passed_on_as_it_is(board):
    for about in ({"follows": False}, {"status": 500}, {"status": 404, "follows": False}, {"path": "/games"}):
        request = Request(**about)
        await request.answer()
        start, body = request.sent
        assert (start["status"], start["headers"]) == (request.status, HEADERS)
        assert body == {"type": "http.response.body", "body": b"begin"}


async def test_an_answer_ends_for_a_head_and_for_a_reader_who_has_gone(board):
    head, gone = Request("HEAD"), Request()
    await head.answer()
    assert head.sent[0]["headers"] == HEADERS[:1]
    assert "more_body" not in head.sent[1]
    gone.coming.put_nowait(GONE)
    async with asyncio.timeout(PATIENCE_S):
        await gone.answer()
    assert not board.watchers
