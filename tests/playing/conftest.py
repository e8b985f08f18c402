"""A table to play at: events on known deals, players over REST, and the same players on real sockets."""

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from competitions.models import Deal, Player, Token
from games import GAMES
from games.game import Position
from games.replay import play
from tests.clients.contests import VECTORS, golden, golden_round, moves_scoring
from tests.clients.rest import Answer, Client, over_http
from tests.clients.sockets import Table
from tests.competitions.conftest import anyone, at_once, clock, committed, crowd, owner, rival, stranger
from tests.servers.daphne import Daphne

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
