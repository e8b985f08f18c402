"""A table to play at: events on known deals, players over REST, and the same players on real sockets."""

import http.client
import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from competitions.models import Deal, Player, Token
from games import GAMES
from games.game import Position
from games.replay import play
from tests.competitions.conftest import (
    VECTORS,
    Answer,
    Client,
    anyone,
    at_once,
    clock,
    committed,
    crowd,
    golden,
    golden_round,
    moves_scoring,
    owner,
    rival,
    stranger,
)
from tests.servers.daphne import Daphne
from tests.servers.running import PATIENCE_S

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]

FAULT = " ERROR "
"""What no test may bring a server to log; on a busy machine a hint may be late, which is a warning."""


# Deals and moves


def some_moves(position: Position, count: int, chance: random.Random) -> list[str]:
    """Legal moves from a position on, as long as there are any, cheats last."""
    moves: list[str] = []
    while len(moves) < count:
        legal = sorted(move.text for move in position.table.legal())
        if not legal:
            break
        honest = [text for text in legal if not text.startswith("pull")]
        moves.append(chance.choice(honest or legal))
        following = play(position, moves[-1])
        assert isinstance(following, Position)
        position = following
    return moves


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The random seed of every sealed round that is made in this process: its deals all have a few moves."""
    monkeypatch.setattr(
        "competitions.organising.creating.random_seed", lambda: "dealt-for-every-test-of-play-000"
    )


def opening(game: str, seed: str, **rules: str) -> Position:
    return GAMES[game].open(seed, rules)


# Over REST


class Seat:
    """An attempt as its player sees it over REST."""

    def __init__(self, client: Client, attempt: dict[str, Any]) -> None:
        self.client, self.attempt = client, attempt
        self.path = f"/attempts/{attempt['id']}"

    def play(self, ply: int, *moves: Any) -> Answer:
        return self.client.post(f"{self.path}/moves", {"ply": ply, "moves": list(moves)})

    def undo(self, ply: int) -> Answer:
        return self.client.post(f"{self.path}/undo", {"ply": ply})

    def finish(self) -> Answer:
        return self.client.post(f"{self.path}/finish", {})

    def look(self) -> dict[str, Any]:
        answer = self.client.get(self.path)
        assert answer.status == 200, answer.raw
        return answer.body

    @property
    def view(self) -> dict[str, Any]:
        return self.look()["view"]


def begin(client: Client, event: dict[str, Any], round: int = 1, **headers: str) -> Answer:
    return client.post(f"/competitions/{event['id']}/rounds/{round}/attempts", {}, **headers)


def sit_down(client: Client, event: dict[str, Any], round: int = 1) -> Seat:
    """The client in the event, with an attempt begun."""
    client.join(event)
    answer = begin(client, event, round)
    assert answer.status in (200, 201), answer.raw
    return Seat(client, answer.body)


def log_lines(client: Client, event: dict[str, Any]) -> list[bytes]:
    """The logs of an event that the client may see."""
    path, headers = (
        f"/api/v1/competitions/{event['id']}/logs.ndjson",
        {"Authorization": f"Bearer {client.token}"},
    )
    status, _, raw = client.send("GET", path, b"", headers)
    assert status == 200, raw
    return raw.splitlines()


def deal_of(event: dict[str, Any]) -> Deal:
    """The deal of an event's first round."""
    return Deal.objects.get(round__competition=event["id"], round__number=1)


def narrow(client: Client, *scopes: str) -> None:
    """Give the client a token of these scopes instead of the one it has."""
    client.token = Token.issue(
        player=Player.objects.get(pk=client.player["id"]), name="narrow", scopes=scopes, now=timezone.now()
    )[1]


def sealed(game: str = "winabit", **settings: Any) -> dict[str, Any]:
    """What makes a sealed event of one game."""
    rules = settings.pop("rules", {})
    return {"play": "sealed", "rounds": [{"game": game, "rules": rules}], **settings}


# Over sockets


class Table:
    """A socket on an attempt; `hello` is its first message."""

    def __init__(self, url: str, **headers: str) -> None:
        self.opening = connect(url, additional_headers=headers, compression=None, open_timeout=PATIENCE_S)

    def __enter__(self) -> "Table":
        self.socket: ClientConnection = self.opening.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self.opening.__exit__(*raised)

    def hear(self) -> dict[str, Any]:
        return json.loads(self.socket.recv(PATIENCE_S))

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, message: Any) -> dict[str, Any]:
        self.say(message)
        return self.hear()

    def play(self, ply: int, move: str) -> dict[str, Any]:
        """The answer; what is told before it of other devices, if the machine is slow, is passed over."""
        heard = self.ask({"ply": ply, "move": move})
        while heard["type"] == "view" and heard["view"]["ply"] <= ply:
            heard = self.hear()
        return heard

    def closed_with(self) -> int:
        """The code that the socket is closed with, whatever else is said before."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


def ticket(client: Client) -> str:
    answer = client.post("/tickets", {})
    assert answer.status == 201, answer.raw
    return answer.body["ticket"]


class Site:
    """One process of the service, seen from the outside."""

    def __init__(self, servers: Daphne, number: int = 0) -> None:
        self.process = servers.processes[number]
        self.url, self.ws_url = servers.urls[number], servers.ws_urls[number]
        self.anyone = Client(over_http(self.url))

    def as_seen_by(self, client: Client) -> Client:
        """The same player, at this process."""
        return Client(over_http(self.url), client.token, client.player)

    def table(self, client: Client, attempt: Any, query: str | None = None, **headers: str) -> Table:
        """The socket of an attempt, with a new ticket unless a query says otherwise."""
        name = attempt if isinstance(attempt, str) else attempt["id"]
        asked = f"?ticket={ticket(self.as_seen_by(client))}" if query is None else query
        return Table(f"{self.ws_url}/ws/v1/attempts/{name}{asked}", **headers)


def over_http(url: str) -> Callable[..., Any]:
    """Requests over a real connection each."""
    address = urlsplit(url).netloc

    def send(
        method: str, path: str, data: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        with closing(http.client.HTTPConnection(address, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, data, headers)
            got = connection.getresponse()
            return got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()

    return send


@pytest.fixture
def site(two_on_sqlite: Daphne) -> Iterator[Site]:
    """One process with everything embedded."""
    with two_on_sqlite.never_says(FAULT):
        yield Site(two_on_sqlite)


@pytest.fixture(params=["sqlite", "postgresql"])
def sites(request: pytest.FixtureRequest) -> Iterator[tuple[Site, Site]]:
    """Two processes on the same database, on SQLite and on PostgreSQL."""
    shared = "two_on_sqlite" if request.param == "sqlite" else "two_on_postgres"
    servers: Daphne = request.getfixturevalue(shared)
    with servers.never_says(FAULT):
        yield Site(servers, 0), Site(servers, 1)


_guests = iter(range(1, 1_000_000))


def guest(site: Site) -> Client:
    """A new player at a site that other tests use too."""
    return site.anyone.guest(f"Patient {next(_guests)}")


@pytest.fixture
def kit() -> SimpleNamespace:
    """Everything above, for tests of every file."""
    return SimpleNamespace(
        Seat=Seat,
        Site=Site,
        VECTORS=VECTORS,
        at_once=at_once,
        begin=begin,
        deal_of=deal_of,
        golden=golden,
        golden_round=golden_round,
        guest=guest,
        log_lines=log_lines,
        moves_scoring=moves_scoring,
        narrow=narrow,
        opening=opening,
        sealed=sealed,
        sit_down=sit_down,
        some_moves=some_moves,
        ticket=ticket,
    )
