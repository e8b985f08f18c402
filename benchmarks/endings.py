"""How long it takes to end all attempts of a round that closes: 2,000 games, on SQLite.

Each is a WinABit game of sixty moves that nobody came back to. The floor is the bare statements, one a row
and all in one transaction: the same rows inserted, updated and deleted, nothing read, replayed or counted.
Both take turns on new contests in one database, so that the ratio means the same on a busy machine; medians
are shown.

Then, with one Daphne process: how long the moves of another contest wait meanwhile, over sockets. The floor
is the same players' moves while nothing ends. At last a thousand watch such a contest while it closes, and
are told the final standings.

    python -m benchmarks.endings [sqlite] [postgresql] [--sizes 2000]
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

if TYPE_CHECKING:
    from benchmarks.sockets import Load
    from competitions.models import Competition, Player
    from tests.servers.daphne import Daphne

GAMES_ENDED = 2_000
ROUNDS = 5
MANY = 10_000
"""From so many games on, there is one round."""
WITHIN_S = {"few": 5.0, "many": 60.0}
WATCHERS = 1_000


def measure(games: int) -> bool:
    """Print the figures; whether all ended in time, and nobody noticed."""
    from benchmarks.database import FOLDER  # isort: skip

    from django.utils import timezone

    from benchmarks.closing import MOVES, close, let_play, running_contest, write_rows
    from benchmarks.crowds import players_made
    from competitions.models import Attempt, Log
    from competitions.play.deadlines import LOOK_EVERY_S, end_overdue
    from tests.servers.daphne import serving

    rounds = ROUNDS if games < MANY else 1
    within_s = WITHIN_S["few" if games < MANY else "many"]
    players = players_made(games, timezone.now())

    def end_all(competition: Competition) -> None:
        """What every process does once a second."""
        close(competition)
        while end_overdue(timezone.now()):
            pass

    works: dict[str, Callable[[Competition], None]] = {"all ended": end_all, "floor: bare rows": write_rows}
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            competition = running_contest(players[0])
            let_play(competition, players)
            start = perf_counter()
            work(competition)
            took[name].append(perf_counter() - start)
            assert not Attempt.objects.running().filter(round__competition=competition).exists()
            assert Log.objects.filter(round__competition=competition).count() == games
    print(f"{games:,} attempts of {MOVES} moves whose round closes at one moment; one process")
    for name, seconds in took.items():
        print(f"{name:18}{median(seconds):8.2f} s{games / median(seconds):10,.0f} a second")
    ended, floor = took.values()
    ratio = median(one / least for one, least in zip(ended, floor, strict=True))
    late = LOOK_EVERY_S + median(ended)
    print(f"\n{ratio:.1f} times the floor; with a look a second the last one ends {late:.1f} s late", end="")
    print(f" ({LOOK_EVERY_S + max(ended):.1f} s in the slowest round; within {within_s:g} s)", flush=True)
    with serving(dict(os.environ), FOLDER) as site:
        unnoticed = asyncio.run(moves_meanwhile(site, players, rounds))
        asyncio.run(watched_close(site, players))
    return late < within_s and unnoticed


async def moves_meanwhile(site: Daphne, players: list[Player], rounds: int) -> bool:
    """Print how long moves wait while another contest ends; whether that is short enough."""
    from benchmarks import closing
    from benchmarks.sockets import load

    sockets = await closing.others_play(site)
    quiet: list[Load] = []
    ending: list[Load] = []
    took: list[float] = []
    for _ in range(rounds):
        competition = await asyncio.to_thread(closing.running_contest, players[0])
        await asyncio.to_thread(closing.let_play, competition, players)
        quiet.append(await load(sockets, closing.QUIET_S))
        ended = asyncio.create_task(asyncio.to_thread(closing.close_and_wait, competition))
        ending.append(await load(sockets, until=ended))
        took.append((await ended).took_s)
    for socket in sockets:
        socket.transport.close()
    p99 = closing.show_moves({"nothing ends": quiet, f"{len(players):,} end": ending})
    print(
        f"all ended after {median(took):.1f} s; p99 {p99:.1f} ms (below {closing.MOST_P99_MS:.0f})",
        flush=True,
    )
    return p99 < closing.MOST_P99_MS


async def watched_close(site: Daphne, players: list[Player]) -> None:
    """Print how long a contest takes to close while people watch it, and until they know the end."""
    from benchmarks import closing

    competition = await asyncio.to_thread(closing.running_contest, players[0])
    await asyncio.to_thread(closing.let_play, competition, players)
    live = closing.FinalWatchers()
    await live.grow(WATCHERS, f"{site.ws_url}/ws/v1/competitions/{competition.pk}")
    ended_at, took_s = await asyncio.to_thread(closing.close_and_wait, competition)
    await live.told_the_end(site, competition)
    told_s = perf_counter() - ended_at
    messages = live.told_version.total() / WATCHERS - 1
    live.leave()
    print(f"\n{WATCHERS:,} watch while {len(players):,} end: all ended after {took_s:.1f} s,", end=" ")
    print(f"all told the end {told_s:.1f} s later, in {messages:.0f} messages each")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.exit(not all(measure(int(size)) for size in sys.argv[2].split(",")))
    else:
        from benchmarks.each_database import measure_on_each

        measure_on_each("benchmarks.endings", __doc__, databases=["sqlite"], sizes=[GAMES_ENDED])
