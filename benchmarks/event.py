"""What an event of 100,000 players costs that closes while 5,000 of them play and 1,000 watch.

Two web processes and a worker stand on one PostgreSQL and one Redis, as `manage.py site` starts them.
Everybody has joined an event with one deal of WinABit; 95,000 have played it, and 5,000 have left their games
after sixty moves. A thousand read its stream, half of them at each web process. Then it closes. Meanwhile
players of another contest move, over sockets.

Shown are the time until the last game has ended, the time from then until all who watch know the final
standings, how long moves of the other contest wait, and how much memory each process takes more than before:
the web processes, then the worker.
The floors are the bare statements for the same ends, in one transaction of one process, and the same moves
while nothing ends.

    python -m benchmarks.event [--entries 100000] [--running 5000] [--watchers 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

if TYPE_CHECKING:
    from competitions.models import Competition

PROCESSES = 2
"""Web processes."""
WITHIN_S = 15.0
"""When the last of 5,000 games has ended: as many a second as of 27,000 in a minute, and a look a second."""
TOLD_WITHIN_S = 1.0
SETTLED_S = 5.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", default=100_000, type=int)
    parser.add_argument("--running", default=5_000, type=int)
    parser.add_argument("--watchers", default=1_000, type=int)
    asked = parser.parse_args()
    from tests.servers import postgres, redis

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the servers inherit it
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(postgres.server(os.environ, durable=True))
        known = {
            "BENCHMARK_DATABASE_URL": stack.enter_context(postgres.database(server)),
            "REDIS_URL": stack.enter_context(redis.server(os.environ, folder)),
        }
        command = [sys.executable, "-m", "benchmarks.event", "--measure"]
        command += [str(number) for number in (asked.entries, asked.running, asked.watchers)]
        sys.exit(subprocess.call(command, cwd=ROOT, env=os.environ | known))


def measure(entries: int, running: int, watchers: int) -> bool:
    """Print the figures; whether they are good enough."""
    from benchmarks.database import FOLDER  # isort: skip

    from django.utils import timezone

    from benchmarks import closing
    from benchmarks.crowds import flock, players_made

    players = players_made(running, timezone.now())

    def event() -> Competition:
        made = closing.running_contest(players[0])
        closing.let_play(made, players)
        return made

    bare = event()
    began = perf_counter()
    closing.write_rows(bare)
    floor_s = perf_counter() - began
    crowded = event()
    flock(crowded, entries - running, timezone.now())
    print(
        f"{PROCESSES} web processes and a worker; {entries:,} entries; {running:,} play, {watchers:,} watch"
    )
    print(f"{'floor: bare rows':28}{floor_s:8.2f} s", flush=True)
    return asyncio.run(watched_close(FOLDER, crowded, watchers))


async def watched_close(folder: Path, event: Competition, watchers: int) -> bool:
    from benchmarks import closing
    from benchmarks.processes import memory
    from benchmarks.sockets import load
    from competitions.jobs.workers import QUEUES
    from tests.servers.daphne import environment, serving
    from tests.servers.running import running, wait_for

    log, env = folder / "worker.log", environment(os.environ)
    command: list[str | Path] = [sys.executable, "-u", ROOT / "manage.py", "worker"]
    with (
        serving(dict(os.environ), folder, PROCESSES, idle=QUEUES) as site,
        running(command, log, cwd=ROOT, env=env) as worker,
    ):
        wait_for(worker, lambda: "Working on" in log.read_text(), log)
        processes = [each.pid for each in (*site.processes, worker)]
        sockets = await closing.others_play(site)
        before = [memory(each) for each in processes]
        live = closing.FinalWatchers()
        for url in site.urls:
            await live.grow(watchers // PROCESSES, f"{url}/api/v1/competitions/{event.pk}/stream")
        await asyncio.sleep(SETTLED_S)
        watched = [memory(each) for each in processes]
        quiet = await load(sockets, closing.QUIET_S)
        ending = asyncio.create_task(asyncio.to_thread(closing.close_and_wait, event))
        meanwhile = await load(sockets, until=ending)
        ended_at, took_s = await ending
        await live.told_the_end(site, event)
        told_s = perf_counter() - ended_at
        after = [memory(each) for each in processes]
        messages = live.told_version.total() / watchers - 1
        live.leave()
        for socket in sockets:
            socket.transport.close()
    print(f"{'all ended':28}{took_s:8.2f} s (within {WITHIN_S:g} s)")
    print(f"{'all told the end':28}{told_s:8.2f} s later (within {TOLD_WITHIN_S:g} s)", end="")
    print(f", in {messages:.0f} messages each")
    for name, one, other in (("for who watches", before, watched), ("for the close", watched, after)):
        more = ", ".join(f"{(late - early) / 1e6:.1f}" for early, late in zip(one, other, strict=True))
        print(f"memory more {name:16}{more} MB a process")
    p99 = closing.show_moves({"nothing ends": [quiet], "it closes": [meanwhile]})
    print(f"p99 {p99:.1f} ms (below {closing.MOST_P99_MS:.0f})")
    return took_s < WITHIN_S and told_s < TOLD_WITHIN_S and p99 < closing.MOST_P99_MS


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.exit(not measure(*map(int, sys.argv[2:])))
    main()
