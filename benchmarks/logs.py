"""How many logs a second one Daphne process judges and stores on SQLite, and how long an answer takes.

Sixteen clients with open connections each post a log, wait for its verdict and post the next. Every log is
new, so that each costs a replay, an attempt, and a transaction that is on the disk when it is answered. The
floor is an application without Django on a Daphne of its own, which reads the same bodies and sends them
back; GET /me is the service with nothing to do but know its caller. Rounds of the three take turns, so that
the ratios mean the same on a busy machine; medians are shown.

    python -m benchmarks.logs
"""

from __future__ import annotations

import http.client
import itertools
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.servers.daphne import migrate, serving
from tests.servers.running import accepts_connections, free_port, running, wait_for

CLIENTS = 16
PLAYERS = 48
ROUNDS = 7
ROUND_S = 2.0
VECTORS = ROOT / "tests" / "vectors" / "three-by-three.ndjson"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """The least an application on Daphne can do with a body."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 201, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Request(NamedTuple):
    method: str
    path: str
    body: bytes
    token: str | None


class Round(NamedTuple):
    """One round of one kind of request."""

    per_second: float
    p50_ms: float
    p99_ms: float


class Line:
    """An open connection to a server."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def ask(self, request: Request) -> Any:
        headers = {"Content-Type": "application/json"}
        if request.token is not None:
            headers["Authorization"] = f"Bearer {request.token}"
        self.connection.request(request.method, request.path, request.body, headers)
        answer = self.connection.getresponse()
        body = json.loads(answer.read() or "null")
        assert answer.status in (200, 201), (answer.status, body)
        return body


def measure(lines: list[Line], requests: Iterator[Request]) -> Round:
    """Every line asks one request after the other, as long as the round lasts."""
    began = perf_counter()
    waits: list[float] = []

    def work(line: Line) -> None:
        while (asked := perf_counter()) < began + ROUND_S:
            line.ask(next(requests))
            waits.append(perf_counter() - asked)

    with ThreadPoolExecutor(len(lines)) as pool:
        list(pool.map(work, lines))
    took = perf_counter() - began
    return Round(len(waits) / took, median(waits) * 1000, quantiles(waits, n=100)[-1] * 1000)


def new_logs(site: Line) -> list[Request]:
    """Logs that nobody has sent yet: every beginning of every golden log, from each player in turn."""

    def post(path: str, body: Any, token: str | None = None) -> Any:
        return site.ask(Request("POST", f"/api/v1/{path}", json.dumps(body).encode(), token))

    golden = [json.loads(line)["log"] for line in VECTORS.read_text().splitlines()][:30]
    tokens = [post("guests", {"name": f"Player {n}"})["token"] for n in range(PLAYERS)]
    rounds = [{"game": log["game"], "seed": log["seed"]} for log in golden]
    plan = {"name": "Benchmark", "play": "open", "attempts": None, "rounds": rounds}
    path = f"competitions/{post('competitions', plan, tokens[0])['id']}"
    for token in tokens:
        post(f"{path}/entries", {}, token)
    return [
        Request("POST", f"/api/v1/{path}/rounds/{number}/logs", _body(log["moves"][:length]), token)
        for number, log in enumerate(golden, start=1)
        for length in range(len(log["moves"]) + 1)
        for token in tokens
    ]


def _body(moves: list[str]) -> bytes:
    return json.dumps({"moves": moves}).encode()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database, port = f"sqlite:///{folder}/evendeal.sqlite3", free_port()
        migrate(database)
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "--verbosity", "0"]
        log = Path(folder) / "floor.log"
        with (
            serving({"DATABASE_URL": database, "DATA_DIR": folder}, Path(folder)) as site,
            running([*command, "benchmarks.logs:echo"], log, cwd=ROOT) as floor,
        ):
            wait_for(floor, lambda: accepts_connections(port), log)
            report(site.url, f"http://127.0.0.1:{port}")


def report(site: str, floor: str) -> None:
    waiting = new_logs(Line(site))
    sample = waiting[-1]
    logs = iter(waiting.pop, None)
    here, there = ([Line(url) for _ in range(CLIENTS)] for url in (site, floor))
    me = sample._replace(method="GET", path="/api/v1/me", body=b"")
    kinds: dict[str, Callable[[], Round]] = {
        "POST a log": lambda: measure(here, logs),
        "GET /me": lambda: measure(here, itertools.repeat(me)),
        "floor: echo": lambda: measure(there, itertools.repeat(sample)),
    }
    rounds: dict[str, list[Round]] = {kind: [] for kind in kinds}
    for n in range(ROUNDS + 1):
        for kind, run in kinds.items():
            measured = run()
            if n > 0:  # the first warms up
                rounds[kind].append(measured)
    print(f"one Daphne process, SQLite, {CLIENTS} clients, median of {ROUNDS} rounds of {ROUND_S:g} s")
    print(f"{'':14}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'of floor':>10}")
    for kind, measured in rounds.items():
        ratios = [
            one.per_second / least.per_second
            for one, least in zip(measured, rounds["floor: echo"], strict=True)
        ]
        per_second, p50, p99 = (median(figures) for figures in zip(*measured, strict=True))
        print(f"{kind:14}{per_second:10.0f}{p50:9.1f}{p99:9.1f}{median(ratios):10.2f}")


if __name__ == "__main__":
    main()
