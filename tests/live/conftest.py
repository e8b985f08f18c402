"""A site seen from the outside: players over HTTP, and watchers on real sockets.

Nothing here asserts how fast things are.
"""

import asyncio
import http.client
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from http.client import HTTPMessage
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games import GAMES
from games.replay import Replayed, replay
from tests.servers.daphne import Daphne
from tests.servers.running import PATIENCE_S

FAULT = "Traceback"
"""What no test may bring a server to log."""
NUMBERS = itertools.count(1)
VECTORS = Path(__file__).parent.parent / "vectors"
LOG = json.loads((VECTORS / "three-by-three.ndjson").read_text().splitlines()[0])["log"]
DEAL = {"game": "three-by-three", "rules": LOG["rules"], "seed": LOG["seed"]}


def improving_logs() -> list[list[str]]:
    """Beginnings of a golden log, each given up with a better score than the one before."""
    logs, best = [], None
    for length in range(1, len(LOG["moves"]) + 1):
        moves = LOG["moves"][:length]
        played = replay(GAMES[DEAL["game"]], LOG["seed"], LOG["rules"], moves)
        assert isinstance(played, Replayed)
        if best is None or played.score < best:
            best = played.score
            logs.append(moves)
    return logs


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    raw: bytes


class Watching:
    """A socket that keeps what it is sent: `messages` in order, with the second each came in."""

    def __init__(self, url: str, **headers: str) -> None:
        self._connecting = connect(url, additional_headers=headers, compression=None)
        self.texts: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.came_at: list[float] = []
        self.closed_with: int | None = None
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self.socket = await self._connecting.__aenter__()
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self._connecting.__aexit__(*raised)
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.texts.append(text)
                self.messages.append(json.loads(text))
                self.came_at.append(time.monotonic())
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed_with = self.socket.close_code
            self._news.notify_all()

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == kind]

    @property
    def standings(self) -> list[dict[str, Any]]:
        return self.of("standings")

    @property
    def version(self) -> int:
        """The newest version it was sent; -1 before the first."""
        return self.standings[-1]["version"] if self.standings else -1

    async def until(self, happened: Callable[["Watching"], object]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S), self._news:
                await self._news.wait_for(lambda: happened(self))
        except TimeoutError:
            kept = [text[:200] for text in self.texts[-5:]]
            raise AssertionError(
                f"it never happened; closed with {self.closed_with}, the last: {kept}"
            ) from None


class Site:
    """One process of the service. Tests share it, so each makes its own players and events."""

    def __init__(self, servers: Daphne, number: int) -> None:
        self.url, self.ws_url = servers.urls[number], servers.ws_urls[number]
        self.address = urlsplit(self.url).netloc

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        with closing(http.client.HTTPConnection(self.address, timeout=PATIENCE_S)) as connection:
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    async def rest(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The body of an answer that is no refusal."""
        headers = {"Content_Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"

        def ask() -> Any:
            data = b"" if body is None else json.dumps(body).encode()
            answer = self.send(method, f"/api/v1{path}", data, **headers)
            assert answer.status < 300, answer.raw
            return json.loads(answer.raw)

        return await asyncio.to_thread(ask)

    async def guest(self) -> str:
        """The token of a new player."""
        return (await self.rest("POST", "/guests", {"name": f"Player {next(NUMBERS)}"}))["token"]

    async def contest(self, token: str, **settings: Any) -> dict[str, Any]:
        plan = {"name": "Friday evening", "play": "open", "attempts": None, "rounds": [DEAL]} | settings
        return await self.rest("POST", "/competitions", plan, token)

    async def enter(self, event: dict[str, Any], token: str, **body: Any) -> None:
        await self.rest("POST", f"/competitions/{event['id']}/entries", body, token)

    async def submit(self, event: dict[str, Any], token: str, moves: Sequence[str]) -> None:
        answer = await self.rest(
            "POST", f"/competitions/{event['id']}/rounds/1/logs", {"moves": list(moves)}, token
        )
        assert answer["verdict"] == "accepted"

    async def standings(self, event: dict[str, Any]) -> dict[str, Any]:
        return await self.rest("GET", f"/competitions/{event['id']}/standings")

    def watch(self, event: dict[str, Any] | str, query: str = "", **headers: str) -> Watching:
        name = event if isinstance(event, str) else event["id"]
        return Watching(f"{self.ws_url}/ws/v1/competitions/{name}{query}", **headers)


def shown(sheet: dict[str, Any]) -> tuple[int, int, list[dict[str, Any]]]:
    """What watchers see of an answer to GET: its first rows without their cells."""
    rows = [
        {name: value for name, value in row.items() if name not in ("rounds", "tie_break")}
        for row in sheet["results"][:25]
    ]
    return sheet["version"], sheet["total"], rows


@pytest.fixture
def kit() -> Any:
    return SimpleNamespace(
        DEAL=DEAL,
        improving=improving_logs(),
        shown=shown,
        Site=Site,
    )


@pytest.fixture
def embedded(two_on_sqlite: Daphne) -> Iterator[tuple[Site, Site]]:
    """Two processes with everything embedded: one database, but each with its own channel layer in memory."""
    with two_on_sqlite.never_says(FAULT):
        yield Site(two_on_sqlite, 0), Site(two_on_sqlite, 1)


@pytest.fixture
def connected(two_on_postgres: Daphne) -> Iterator[tuple[Site, Site]]:
    """Two processes on one PostgreSQL and one Redis."""
    with two_on_postgres.never_says(FAULT):
        yield Site(two_on_postgres, 0), Site(two_on_postgres, 1)


@pytest.fixture
def site(embedded: tuple[Site, Site]) -> Site:
    """One process with everything embedded."""
    return embedded[0]


@pytest.fixture(params=["one process", "two processes"])
def sites(request: pytest.FixtureRequest) -> tuple[Site, Site]:
    """Where things are written and where they are watched."""
    if request.param == "one process":
        site = request.getfixturevalue("site")
        return site, site
    return request.getfixturevalue("connected")
