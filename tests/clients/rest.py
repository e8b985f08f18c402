"""A client of the REST API, of Django in this process or of a real server.

The client checks in every answer what the contract (/guides/contract#rest) promises of all of them: it is
never a 5xx, and a refusal is a complete problem.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.test import Client as DjangoClient

from . import contract
from .contests import contest
from .pages import fetch

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""Those that the schema can tell of."""

Received = tuple[int, dict[str, str], bytes]
"""Status, headers (names in lower case) and body."""
Send = Callable[[str, str, bytes, dict[str, str]], Received]
"""Takes method, path with query, body and headers."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    raw: bytes

    @cached_property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def code(self) -> str | None:
        return self.body.get("code") if self.raw else None

    @property
    def outcome(self) -> tuple[int, str | None]:
        """Status and code: what a client acts on."""
        return self.status, self.code

    def refused_for(self, *path: str | int) -> list[str]:
        """The sentences that `errors` holds for one field; a longer path leads to a nested field."""
        assert self.outcome == (422, "invalid"), self.raw
        at = self.body["errors"]
        for step in path:
            at = at[step]
        assert isinstance(at, list)
        assert at
        assert all(isinstance(sentence, str) for sentence in at)
        return at


class Client:
    """One caller of the API; paths are below /api/v1."""

    def __init__(self, send: Send, token: str | None = None, player: dict[str, Any] | None = None) -> None:
        self.send, self.token, self.player = send, token, player

    def request(self, method: str, path: str, data: bytes = b"", **headers: str) -> Answer:
        """Send any request. Header names are written with underscores; the data is sent unchanged."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            named.setdefault("Authorization", f"Bearer {self.token}")
        status, got, raw = self.send(method, f"/api/v1{path}", data, named)
        answer = Answer(status, got, raw)
        check(answer, bodyless=method == "HEAD")
        if method in METHODS:
            contract.check(method, path, status, got.get("content-type", ""), raw)
        return answer

    def get(self, path: str, **query: object) -> Answer:
        return self.request("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", path, data, **{"Content_Type": "application/json", **headers})

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        data = json.dumps(body).encode()
        return self.request("PATCH", path, data, **{"Content_Type": "application/json", **headers})

    def follow(self, url: str) -> Answer:
        """Read the page that a `next` or `previous` leads to."""
        parts = urlsplit(url)
        return self.request("GET", f"{parts.path.removeprefix('/api/v1')}?{parts.query}")

    def guest(self, name: str) -> "Client":
        """A new player of this name."""
        made = self.post("/guests", {"name": name})
        assert made.status == 201, made.raw
        return Client(self.send, made.body["token"], made.body["player"])

    def create(self, **settings: Any) -> dict[str, Any]:
        """A contest: Three By Three on a seed with a golden log, unless the settings say otherwise."""
        made = self.post("/competitions", contest(**settings))
        assert made.status == 201, made.raw
        return made.body

    def create_for(self, *players: "Client", **settings: Any) -> dict[str, Any]:
        """The same, and these players have joined it."""
        event = self.create(**settings)
        invite = {"invite": event["invite"]} if "invite" in event else {}
        for player in players:
            joined = player.join(event, **invite)
            assert joined.status == 201, joined.raw
        return event

    def close(self, event: dict[str, Any], clock: Any) -> None:
        """A second later: none closes at the moment at which it opened."""
        clock.forward(seconds=1)
        closed = self.act(event, "close")
        assert closed.status == 200, closed.raw

    def join(self, event: dict[str, Any], **body: Any) -> Answer:
        return self.post(f"/competitions/{event['id']}/entries", body)

    def act(self, event: dict[str, Any], act: str, **body: Any) -> Answer:
        """What an organiser does, by the end of its path."""
        return self.post(f"/competitions/{event['id']}/{act}", body)

    def change(self, event: dict[str, Any], **settings: Any) -> Answer:
        return self.patch(f"/competitions/{event['id']}", settings)

    def trail(self, event: dict[str, Any]) -> list[dict[str, Any]]:
        """The acts of the audit trail, the oldest first."""
        answer = self.get(f"/competitions/{event['id']}/audit")
        assert answer.status == 200, answer.raw
        return answer.body["results"]

    def acts_on_trail(self, event: dict[str, Any]) -> list[str]:
        return [act["act"] for act in self.trail(event)]

    def submit(self, event: dict[str, Any], moves: Any, round: object = 1, **headers: str) -> Answer:
        return self.post(f"/competitions/{event['id']}/rounds/{round}/logs", {"moves": moves}, **headers)

    def read(self, event: dict[str, Any]) -> dict[str, Any]:
        return self.get(f"/competitions/{event['id']}").body

    def standings(self, event: dict[str, Any], **query: object) -> dict[str, Any]:
        answer = self.get(f"/competitions/{event['id']}/standings", **query)
        assert answer.status == 200, answer.raw
        return answer.body

    def places(self, event: dict[str, Any], **query: object) -> list[tuple[int | None, str, int]]:
        """Rank, name and total of each row."""
        rows = self.standings(event, **query)["results"]
        return [(row["rank"], row["player"]["name"], row["total"]) for row in rows]


def check(answer: Answer, *, bodyless: bool = False) -> None:
    """Check what the contract promises of every answer."""
    assert answer.status < 500, answer.raw
    if answer.status == 204:
        assert answer.raw == b""
        return
    if answer.status < 400:
        return
    assert answer.headers["content-type"] == "application/problem+json"
    if answer.status == 401:
        assert answer.headers["www-authenticate"]
    if answer.status == 429:
        assert answer.headers["retry-after"].isdecimal()
        assert int(answer.headers["retry-after"]) >= 1
    if bodyless:
        return
    problem = answer.body
    assert problem["status"] == answer.status
    for member in ("type", "title", "code", "detail"):
        assert isinstance(problem[member], str)
        assert problem[member]
    assert (problem["code"] == "invalid") == ("errors" in problem)


def through_django(client: DjangoClient) -> Send:
    """Requests that reach Django without a server in between."""

    def send(method: str, path: str, data: bytes, headers: dict[str, str]) -> Received:
        content_type = headers.get("Content-Type", "")
        got = client.generic(method, path, data, content_type=content_type, headers=headers)
        raw = b"".join(got.streaming_content) if got.streaming else got.content
        return got.status_code, {name.lower(): value for name, value in got.headers.items()}, raw

    return send


def over_http(url: str) -> Send:
    """Requests to a real server, each over a connection of its own."""

    def send(method: str, path: str, data: bytes, headers: dict[str, str]) -> Received:
        got = fetch(url, method, path, data, headers)
        return got.status, {name.lower(): value for name, value in got.headers.items()}, got.raw

    return send
