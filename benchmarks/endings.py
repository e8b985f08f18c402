"""How long it takes to end all attempts of a round that closes: 2,000 games, on SQLite.

Each is a WinABit game of sixty moves that nobody came back to. The floor is the bare statements, one a row
and all in one transaction: the same rows inserted, updated and deleted, nothing read, replayed or counted.
Both take turns on new competitions in one database, so that the ratio means the same on a busy machine;
medians are shown.

Then, with one Daphne process: how long the moves of another competition wait meanwhile, over sockets. The
floor is the same players' moves while nothing ends. At last a thousand watch such a competition while it
closes, and are told the final standings.

    python -m benchmarks.endings
"""

import asyncio
import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from benchmarks.database import FOLDER  # isort: skip

from django.db import connection, transaction
from django.utils import timezone

from benchmarks.fanout import Watchers
from benchmarks.moves import begun_attempt, guest, random_moves
from benchmarks.sockets import Load, connect, load
from benchmarks.sockets import PlayingSocket as Socket
from competitions.models import Attempt, Competition, Deal, Entry, Log, Move, Player, Round
from competitions.models.ids import new_id
from competitions.play.deadlines import LOOK_EVERY_S, end_overdue
from games import GAMES
from games.replay import play
from tests.servers.daphne import Daphne, serving

ATTEMPTS = 2000
MOVES = 60
ROUNDS = 5
WITHIN_S = 5.0
WATCHERS = 1000
VERSION = re.compile(rb'"version":(\d+)')
PLAYERS = 20
REST_S = 0.02
"""What a player waits between an answer and the next move: still far quicker than any human."""
MOST_P99_MS = 100.0
SEED = "a-game-of-sixty-moves-0"


def some_moves() -> list[str]:
    """Legal moves from the opening on that do not end the game."""
    position, chance, moves = GAMES["winabit"].open(SEED), random.Random(SEED), []
    while len(moves) < MOVES:
        legal = sorted(move.text for move in position.table.legal() if not position.game.is_dear(move.text))
        moves.append(chance.choice(legal))
        position = play(position, moves[-1])
    return moves


def running_attempts(players: list[Player], moves: list[str], *, closed: bool = True) -> Competition:
    """A competition that has just closed, or goes on, in which every player has made the moves."""
    now = timezone.now()
    began = now - timedelta(hours=1)
    competition = Competition.objects.create(
        organiser=players[0],
        name="Benchmark",
        access="public",
        play="sealed",
        attempts=1,
        counts="best",
        created_at=began,
        published_at=began,
        closes_at=now if closed else None,
    )
    deal = Deal.objects.create(game_slug="winabit", rules=GAMES["winabit"].settle_rules({}), seed=SEED)
    round = Round.objects.create(competition=competition, number=1, deal=deal)
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, player=player, called=player.name, look=player.look, joined_at=began)
        for player in players
    )
    attempts = Attempt.objects.bulk_create(
        Attempt(entry=entry, player_id=entry.player_id, round=round, number=1, started_at=began)
        for entry in entries
    )
    Move.objects.bulk_create(
        Move(attempt=attempt, ply=ply, text=text, made_at=now)
        for attempt in attempts
        for ply, text in enumerate(moves)
    )
    return competition


def end_all(competition: Competition) -> None:
    """What every process does once a second."""
    while end_overdue(timezone.now()):
        pass


def write_rows(competition: Competition) -> None:
    """What has to be written, and nothing else."""
    attempts = Attempt.objects.filter(entry__competition=competition).values_list("pk", "entry", "round")
    rows, now, moves = list(attempts), str(timezone.now()), "\n".join(some_moves()) + "\n"
    tables = {model: model._meta.db_table for model in (Attempt, Entry, Log, Move)}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {tables[Attempt]} SET score = -24, ended_at = %s, moves_made = 60, elapsed_ms = 3600000,"
            " counts = true WHERE id = %s",
            [(now, attempt) for attempt, _, _ in rows],
        )
        cursor.executemany(
            f"UPDATE {tables[Entry]} SET changed = 1 WHERE id = %s", [row[1:2] for row in rows]
        )
        cursor.executemany(
            f"INSERT INTO {tables[Log]} (id, attempt_id, entry_id, round_id, moves, code, received_at)"
            " VALUES (%s, %s, %s, %s, %s, '', %s)",
            [(new_id(), *row, moves, now) for row in rows],
        )
        cursor.executemany(f"DELETE FROM {tables[Move]} WHERE attempt_id = %s", [row[:1] for row in rows])


async def moves_meanwhile(site: Daphne, players: list[Player], moves: list[str]) -> bool:
    """Print how long moves wait while another competition ends; whether that is short enough."""
    organiser = guest(site.url, "Organiser")
    event = organiser.post("/competitions", {"name": "Elsewhere", "rounds": [{"game": "winabit"}]})["id"]
    sockets: list[Socket] = []
    for number in range(PLAYERS):
        player = guest(site.url, f"Someone {number}")
        url = player.socket_url(begun_attempt(player, event))
        sockets.append(await connect(url, random_moves(number), greeted=True, rest=REST_S))
    await load(sockets, 1.0)
    quiet: list[Load] = []
    ending: list[Load] = []
    for _ in range(ROUNDS):
        competition = await asyncio.to_thread(running_attempts, players, moves, closed=False)
        quiet.append(await load(sockets, 3.0))
        ended = asyncio.create_task(asyncio.to_thread(close_and_wait, competition))
        ending.append(await load(sockets, until=ended))
    for socket in sockets:
        socket.transport.close()
    rest = f"{REST_S * 1e3:.0f} ms after each answer"
    print(f"\n{PLAYERS} players of another competition move {rest}; {ROUNDS} rounds")
    print(f"{'':18}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'worst p99':>11}")
    for name, loads in (("nothing ends", quiet), (f"{ATTEMPTS:,} end", ending)):
        rate, p50, p99 = map(median, zip(*loads, strict=True))
        print(f"{name:18}{rate:10,.0f}{p50:9.1f}{p99:9.1f}{max(each.p99_ms for each in loads):11.1f}")
    p99 = median(each.p99_ms for each in ending)
    print(f"\np99 {p99:.1f} ms (below {MOST_P99_MS:.0f})")
    return p99 < MOST_P99_MS


class FinalWatchers(Watchers):
    """Watchers, and how many of them were told each version of the standings."""

    def __init__(self) -> None:
        super().__init__()
        self.told_version: Counter[int] = Counter()

    def received(self, payload: bytes) -> None:
        super().received(payload)
        found = VERSION.search(payload)
        assert found
        self.told_version[int(found[1])] += 1


async def watched_close(site: Daphne, players: list[Player], moves: list[str]) -> None:
    """Print how long a competition takes to close while people watch it, and until they know the end."""
    competition = await asyncio.to_thread(running_attempts, players, moves, closed=False)
    live = FinalWatchers()
    await live.grow(WATCHERS, f"{site.ws_url}/ws/v1/competitions/{competition.pk}")
    start = perf_counter()
    await asyncio.to_thread(close_and_wait, competition)
    ended = perf_counter()
    with urlopen(f"{site.url}/api/v1/competitions/{competition.pk}/standings?limit=1") as answer:
        version = json.load(answer)["version"]
    async with asyncio.timeout(60):
        while live.told_version[version] < WATCHERS:
            await asyncio.sleep(0.01)
    told = perf_counter()
    messages = live.told_version.total() / WATCHERS - 1
    live.leave()
    print(f"\n{WATCHERS:,} watch while {ATTEMPTS:,} end: all ended after {ended - start:.1f} s,", end=" ")
    print(f"all told the end {told - ended:.1f} s later, in {messages:.0f} messages each")


def close_and_wait(competition: Competition) -> None:
    """Close the competition under the server's watch, and come back when no attempt runs any more."""
    try:
        Competition.objects.filter(pk=competition.pk).update(closes_at=timezone.now())
        running = Attempt.objects.running().filter(round__competition=competition)
        while running.exists():
            sleep(0.1)
    finally:
        connection.close()


def main() -> int:
    """Print the figures; the exit status is 1 if attempts end too late."""
    moves, now = some_moves(), timezone.now()
    names = [f"Player {number}" for number in range(ATTEMPTS)]
    players = Player.objects.bulk_create(Player(name=name, look=name, created_at=now) for name in names)
    works: dict[str, Callable[[Competition], None]] = {"all ended": end_all, "floor: bare rows": write_rows}
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            competition = running_attempts(players, moves)
            start = perf_counter()
            work(competition)
            took[name].append(perf_counter() - start)
            assert not Attempt.objects.running().exists()
            assert Log.objects.filter(round__competition=competition).count() == ATTEMPTS
    print(f"{ATTEMPTS:,} attempts of {MOVES} moves whose round closes at one moment; one process, SQLite")
    for name, seconds in took.items():
        print(f"{name:18}{median(seconds):8.2f} s{ATTEMPTS / median(seconds):10,.0f} a second")
    ended, floor = took.values()
    ratio = median(one / least for one, least in zip(ended, floor, strict=True))
    late = LOOK_EVERY_S + median(ended)
    print(f"\n{ratio:.1f} times the floor; with a look a second the last one ends {late:.1f} s late", end="")
    print(f" ({LOOK_EVERY_S + max(ended):.1f} s in the slowest round; within {WITHIN_S:g} s)")
    with serving(dict(os.environ), FOLDER) as site:
        unnoticed = asyncio.run(moves_meanwhile(site, players, moves))
        asyncio.run(watched_close(site, players, moves))
    return 0 if late < WITHIN_S and unnoticed else 1


if __name__ == "__main__":
    sys.exit(main())
