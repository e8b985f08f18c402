"""A site seen from the outside: players over HTTP, and watchers on real sockets.

Nothing here asserts how fast things are.
"""

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from games import GAMES
from games.replay import Replayed, replay
from tests.clients.contests import golden
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Watching
from tests.servers.daphne import Daphne

FAULT = "Traceback"
"""What no test may bring a server to log."""
NUMBERS = itertools.count(1)
LOG = golden("three-by-three")["log"]
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


class Site:
    """One process of the service. Tests share it, so each makes its own players and events."""

    def __init__(self, servers: Daphne, number: int) -> None:
        self.url, self.ws_url = servers.urls[number], servers.ws_urls[number]
        self.address = urlsplit(self.url).netloc

    async def rest(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The body of an answer that is no refusal."""
        client = Client(over_http(self.url), token)
        ask = (client.get, path) if method == "GET" else (client.post, path, body)
        answer = await asyncio.to_thread(*ask)
        assert answer.status < 300, answer.raw
        return answer.body

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
