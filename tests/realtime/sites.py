"""Processes of the service, written to and watched by coroutines."""

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.clients.rest import Client, over_http
from tests.clients.sockets import Watching
from tests.clients.streams import Reading
from tests.servers.daphne import Daphne

from .logs import DEAL

NUMBERS = itertools.count(1)


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

    async def standings(self, event: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        return await self.rest("GET", f"/competitions/{event['id']}/standings", token=token)

    def watch(self, event: dict[str, Any] | str, query: str = "", **headers: str) -> Watching:
        name = event if isinstance(event, str) else event["id"]
        return Watching(f"{self.ws_url}/ws/v1/competitions/{name}{query}", **headers)

    def hear_notices(self, query: str = "", **headers: str) -> Watching:
        return Watching(f"{self.ws_url}/ws/v1/notices{query}", **headers)

    def read(self, event: dict[str, Any], query: str = "", **headers: str) -> Reading:
        return Reading(f"{self.url}/api/v1/competitions/{event['id']}/stream{query}", **headers)


def shown(sheet: dict[str, Any]) -> tuple[int, int, list[dict[str, Any]]]:
    """What watchers see of an answer to GET: its first rows without their cells."""
    rows = [
        {name: value for name, value in row.items() if name not in ("rounds", "tie_break", "decided_by")}
        for row in sheet["results"][:25]
    ]
    return sheet["version"], sheet["total"], rows
