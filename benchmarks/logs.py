"""How many logs a second one Daphne process judges and stores, and how long an answer takes.

Clients with open connections each post a log, wait for its verdict and post the next. Every log is new, so
that each costs a replay, an attempt, and a transaction that is on the disk when it is answered. The floor is
a bare view of the REST framework in the same process, which knows its caller as the service does and stores
the same body in one row, as durably. Kinds take turns, so that the ratios mean the same on a busy machine;
medians are shown, of each round's ratio to its own floor too.

    python -m benchmarks.logs [sqlite] [postgresql]
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.servers import postgres
from tests.servers.daphne import Daphne, migrate, serving

CLIENTS = 16
COMPETITIONS = 16
PLAYERS = 48
ROUNDS = 7
ROUND_S = 2.0
LEAST_OF_FLOOR = {CLIENTS: 0.45, 1: 0.45}
"""Of the bare view's answers a second, by how many clients ask."""
MOST_P99_OF_FLOOR = 3.0
VECTORS = ROOT / "tests" / "vectors" / "three-by-three.ndjson"


class LogRequest(NamedTuple):
    path: str
    body: bytes
    token: str


class Lap(NamedTuple):
    """One round of one kind of request."""

    per_second: float
    p50_ms: float
    p99_ms: float


class LogConnection:
    """An open connection to a server."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def ask(self, request: LogRequest) -> Any:
        headers = {"Content-Type": "application/json"}
        if request.token:
            headers["Authorization"] = f"Bearer {request.token}"
        self.connection.request("POST", request.path, request.body, headers)
        answer = self.connection.getresponse()
        body = json.loads(answer.read())
        assert answer.status in (200, 201), (answer.status, body)
        return body


def measure(lines: list[LogConnection], requests: Iterator[LogRequest]) -> Lap:
    """Every line asks one request after the other, as long as the round lasts."""
    began = perf_counter()
    waits: list[float] = []

    def work(line: LogConnection) -> None:
        while (asked := perf_counter()) < began + ROUND_S:
            line.ask(next(requests))
            waits.append(perf_counter() - asked)

    with ThreadPoolExecutor(len(lines)) as pool:
        list(pool.map(work, lines))
    took = perf_counter() - began
    return Lap(len(waits) / took, median(waits) * 1000, quantiles(waits, n=100)[-1] * 1000)


class Logs(NamedTuple):
    """Logs that nobody has sent yet: every beginning of every golden log, from each player, in any order."""

    crowded: list[LogRequest]
    """Of one competition that everybody is in."""
    spread: list[LogRequest]
    """Of many competitions, each with a few of the players."""
    single: list[LogRequest]
    """Of many competitions of one round and more than 500 entries, whose places the database keeps."""


def new_logs(site: LogConnection, url: str) -> Logs:
    def post(path: str, body: Any, token: str = "") -> Any:
        return site.ask(LogRequest(f"/api/v1/{path}", json.dumps(body).encode(), token))

    golden = [json.loads(line)["log"] for line in VECTORS.read_text().splitlines()][:30]
    plan = {"name": "Benchmark", "play": "open", "attempts": None}
    tokens = [post("guests", {"name": f"Player {n}"})["token"] for n in range(PLAYERS)]

    def competition(entrants: list[str], golden: list[Any] = golden) -> list[LogRequest]:
        rounds = [{"game": log["game"], "seed": log["seed"]} for log in golden]
        path = f"competitions/{post('competitions', {**plan, 'rounds': rounds}, entrants[0])['id']}"
        for token in entrants:
            post(f"{path}/entries", {}, token)
        return [
            LogRequest(f"/api/v1/{path}/rounds/{number}/logs", _body(log["moves"][:length]), token)
            for number, log in enumerate(golden, start=1)
            for length in range(len(log["moves"]) + 1)
            for token in entrants
        ]

    logs = Logs(
        crowded=competition(tokens),
        spread=[log for n in range(COMPETITIONS) for log in competition(tokens[n::COMPETITIONS])],
        single=[log for n in range(COMPETITIONS) for log in competition(tokens, [golden[n % len(golden)]])],
    )
    contests = {log.path.split("/")[4] for log in logs.single}
    subprocess.run(
        [sys.executable, "-m", "benchmarks.flock", *contests],
        cwd=ROOT,
        check=True,
        env=os.environ | {"BENCHMARK_DATABASE_URL": url},
    )
    for each in logs:
        random.Random(1).shuffle(each)
    return logs


def _body(moves: list[str]) -> bytes:
    return json.dumps({"moves": moves}).encode()


def report(site: Daphne, name: str, url: str) -> bool:
    """Print the figures of one database, and say whether they are good enough."""
    logs = new_logs(LogConnection(site.url), url)
    crowded, spread, single = (iter(each.pop, None) for each in logs)
    bare = itertools.cycle([log._replace(path="/bare") for log in logs.crowded[:1000]])
    lines = [LogConnection(site.url) for _ in range(CLIENTS)]
    kinds: dict[tuple[str, int], Callable[[], Lap]] = {
        ("floor: bare view", CLIENTS): lambda: measure(lines, bare),
        ("one competition", CLIENTS): lambda: measure(lines, crowded),
        ("sixteen competitions", CLIENTS): lambda: measure(lines, spread),
        ("sixteen with places", CLIENTS): lambda: measure(lines, single),
        ("floor: bare view", 1): lambda: measure(lines[:1], bare),
        ("one competition", 1): lambda: measure(lines[:1], crowded),
    }
    rounds: dict[tuple[str, int], list[Lap]] = {kind: [] for kind in kinds}
    for n in range(ROUNDS + 1):
        for kind, run in kinds.items():
            measured = run()
            if n > 0:  # the first warms up
                rounds[kind].append(measured)
    print(f"\none Daphne process, {name}, median of {ROUNDS} rounds of {ROUND_S:g} s")
    print(f"{'':22}{'clients':>8}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'of floor':>10}{'p99':>7}")
    good = True
    for (what, clients), laps in rounds.items():
        floors = rounds["floor: bare view", clients]
        rate = median(one.per_second / least.per_second for one, least in zip(laps, floors, strict=True))
        p99 = median(one.p99_ms / least.p99_ms for one, least in zip(laps, floors, strict=True))
        each, half, nearly_all = (median(figures) for figures in zip(*laps, strict=True))
        print(f"{what:22}{clients:8}{each:10.0f}{half:9.1f}{nearly_all:9.1f}{rate:10.2f}{p99:7.2f}")
        good = good and rate >= LEAST_OF_FLOOR[clients] and p99 <= MOST_P99_OF_FLOOR
    return good


@contextlib.contextmanager
def served(name: str) -> Iterator[tuple[Daphne, str]]:
    """The service and the bare view on one Daphne, with a new database that keeps what it was told, and the
    address of that."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        if name == "sqlite":
            url = f"sqlite:///{folder}/evendeal.sqlite3"
        else:
            url = stack.enter_context(
                postgres.database(stack.enter_context(postgres.server(os.environ, durable=True)))
            )
        migrate(url)
        _make_table(url)
        settings = {"DATABASE_URL": url, "DATA_DIR": folder}
        site = serving(settings, Path(folder), application="benchmarks.bare:application")
        yield stack.enter_context(site), url


def _make_table(url: str) -> None:
    """Where the bare view puts its rows."""
    columns = "player_id varchar(16) NOT NULL, moves text NOT NULL"
    if url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
            database.execute(f"CREATE TABLE benchmark_row (id integer PRIMARY KEY AUTOINCREMENT, {columns})")
    else:
        identity = "id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
        with psycopg.connect(url, autocommit=True) as database:
            database.execute(f"CREATE TABLE benchmark_row ({identity}, {columns})")


def main() -> None:
    good = True
    for name in sys.argv[1:] or ["sqlite", "postgresql"]:
        with served(name) as (site, url):
            good = report(site, name, url) and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
