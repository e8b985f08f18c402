"""What one, two and four web processes carry on one PostgreSQL and one Redis, and what a socket takes.

With each number of processes: logs a second of sixteen clients; sealed moves a second of fifty players over
sockets; one change to watchers, from the POST of a log to the last receipt, and the processor's time that
each process takes for it, with one watcher and with many. The work beside requests runs in the web processes.
Figures are medians; their peer is one process of the same run. The load generator takes a core of its own:
where a machine has two, more processes than one cannot do much more.

With `idle`: the memory of a process for each of so many sockets that watch and hear nothing.

    python -m benchmarks.processes [PROCESSES ...]
    python -m benchmarks.processes idle [SOCKETS]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from benchmarks.fanout import REST, Service, Watchers, improving_logs
from benchmarks.logs import LogConnection, measure, new_logs
from benchmarks.moves import begun_attempt, guest, random_moves
from benchmarks.sockets import connect, load
from tests.servers import postgres, redis
from tests.servers.daphne import Daphne, migrate, serving

PROCESSES = (1, 2, 4)
CLIENTS = 16
PLAYERS = 50
WATCHERS = 800
ROUNDS = 7
SECONDS = 2.0
IDLE = 10_000
SETTLED_S = 5.0
VECTOR = ROOT / "tests" / "vectors" / "three-by-three.ndjson"


class Carried(NamedTuple):
    """What so many processes carry together. Times are in milliseconds."""

    logs: float
    moves: float
    moves_p99: float
    one_told: float
    one_cpu: float
    """The processor's time of a process for a change that one watcher of it is told."""
    all_told: float
    all_cpu: float


@contextlib.contextmanager
def site_of(processes: int) -> Iterator[tuple[Daphne, str]]:
    """That many processes on new servers, which keep what they were told; and the database's URL."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(postgres.server(os.environ, durable=True))
        url = stack.enter_context(postgres.database(server))
        redis_url = stack.enter_context(redis.server(os.environ, folder))
        migrate(url)
        settings = {"DATABASE_URL": url, "REDIS_URL": redis_url, "DATA_DIR": str(folder)}
        yield stack.enter_context(serving(settings, folder, processes)), url


def logs_a_second(site: Daphne, database_url: str) -> float:
    fresh = iter(new_logs(LogConnection(site.url), database_url).crowded.pop, None)
    lines = [LogConnection(site.urls[number % len(site.urls)]) for number in range(CLIENTS)]
    return median([measure(lines, fresh).per_second for _ in range(ROUNDS + 1)][1:])


async def moves_a_second(site: Daphne) -> tuple[float, float]:
    organiser = guest(site.url, "Organiser")
    event = organiser.post("/competitions", {"name": "Moves", "rounds": [{"game": "winabit"}]})["id"]
    players = []
    for number in range(PLAYERS):
        player = guest(site.urls[number % len(site.urls)], f"Player {number}")
        url = player.socket_url(begun_attempt(player, event))
        players.append(await connect(url, random_moves(number), greeted=True))
    await load(players, SECONDS)
    loads = [await load(players, SECONDS) for _ in range(ROUNDS)]
    for each in players:
        each.transport.close()
    return median(each.rate for each in loads), median(each.p99_ms for each in loads)


async def change_told(site: Daphne, watchers: int) -> tuple[float, float]:
    """How long one change takes until all are told, and the processor's time of a process for it."""
    service = Service(site.url.removeprefix("http://"))
    log = json.loads(VECTOR.read_text().splitlines()[0])["log"]
    deal = {name: log[name] for name in ("game", "rules", "seed")}
    plan = {"name": "Watched", "play": "open", "attempts": None, "rounds": [deal]}
    tokens = [service.post("/guests", {"name": f"Watched {number}"})["token"] for number in range(25)]
    event = service.post("/competitions", plan, tokens[0])["id"]
    for token in tokens:
        service.post(f"/competitions/{event}/entries", {}, token)
    live = Watchers()
    for url in site.ws_urls:
        await live.grow(watchers // len(site.urls), f"{url}/ws/v1/competitions/{event}")
    told, busy = [], []
    for moves in improving_logs(log)[:ROUNDS]:
        await asyncio.sleep(REST)
        live.expect()
        before, start = _cpu_ms(site), perf_counter()
        body = {"moves": moves}
        await asyncio.to_thread(service.post, f"/competitions/{event}/rounds/1/logs", body, tokens[0])
        told.append((await live.told() - start) * 1e3)
        await asyncio.sleep(REST / 2)
        busy.append(_cpu_ms(site) - before)
    live.leave()
    return median(told), sum(busy) / len(busy)


def _cpu_ms(site: Daphne) -> float:
    """The processor's time that the processes have taken until now, on average."""
    return 1e3 * sum(_busy_s(each.pid) for each in site.processes) / len(site.processes)


def _busy_s(pid: int) -> float:
    """The processor's time that a process has taken until now, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """The memory that a process occupies, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def carried_by(processes: int) -> Carried:
    with site_of(processes) as (site, database_url):
        logs = await asyncio.to_thread(logs_a_second, site, database_url)
        moves, p99 = await moves_a_second(site)
        one = await change_told(site, processes)
        crowd = await change_told(site, WATCHERS)
    return Carried(logs, moves, p99, *one, *crowd)


async def compare(numbers: Sequence[int]) -> None:
    print(f"on one PostgreSQL and one Redis, {os.cpu_count()} cores, medians of {ROUNDS} rounds\n")
    heads = ("processes", "logs/s", "moves/s", "p99 ms", "1 each, ms", "CPU ms", f"{WATCHERS}, ms", "CPU ms")
    print("".join(f"{head:>12}" for head in heads))
    for number in numbers:
        figures = "".join(f"{figure:12.1f}" for figure in await carried_by(number))
        print(f"{number:12}{figures}", flush=True)
    print("\n1 each: a log is posted, and one watcher at each process is told.")
    print("CPU: the processor's time of each process for that change.")


async def idle(sockets: int) -> None:
    """Print what a process takes for each socket that watches and hears nothing."""
    with tempfile.TemporaryDirectory() as name:
        url = f"sqlite:///{name}/evendeal.sqlite3"
        migrate(url)
        with serving({"DATABASE_URL": url, "DATA_DIR": name}, Path(name)) as site:
            owner = guest(site.url, "Owner")
            event = owner.post("/competitions", {"name": "Idle", "rounds": [{"game": "wish"}]})["id"]
            pid, live = site.process.pid, Watchers()
            address = f"{site.ws_url}/ws/v1/competitions/{event}"
            await live.grow(100, address)
            await asyncio.sleep(SETTLED_S)
            before, start = memory(pid), perf_counter()
            await live.grow(sockets, address)
            took = perf_counter() - start
            await asyncio.sleep(SETTLED_S)
            more, busy = memory(pid) - before, _busy_s(pid)
            await asyncio.sleep(10)
            share = (_busy_s(pid) - busy) / 10
            live.leave()
    each = f"{more / sockets / 1024:.1f} KiB each, {before / 2**20:.0f} MiB before"
    print(f"{sockets:,} sockets open in {took:.0f} s: {each}; they take {share:.0%} of a core")


def main(arguments: Sequence[str]) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the servers inherit it
    if arguments[:1] == ["idle"]:
        asyncio.run(idle(int(arguments[1]) if len(arguments) > 1 else IDLE))
    else:
        asyncio.run(compare([int(each) for each in arguments] or PROCESSES))


if __name__ == "__main__":
    main(sys.argv[1:])
