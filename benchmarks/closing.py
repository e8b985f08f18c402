"""A contest that closes while many play: its rows, those who watch it, and those who play elsewhere.

`benchmarks.database` must be imported before.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.request import urlopen

from django.db import connection, transaction
from django.utils import timezone

from benchmarks.crowds import BATCH, insert
from benchmarks.fanout import Watchers
from benchmarks.moves import begun_attempt, guest, random_moves
from benchmarks.sockets import Load, PlayingSocket, connect, load
from competitions.ledger.entry_places import COMPLETED_AT_ONCE, complete_places
from competitions.models import Attempt, Competition, Deal, Entry, Log, Move, Player, Round
from competitions.models.ids import new_id
from competitions.models.moves import MovesField
from games import GAMES
from games.replay import Refused, play
from tests.servers.daphne import Daphne

MOVES = 60
SEED = "a-game-of-sixty-moves-0"
PLAYERS = 20
REST_S = 0.02
"""What a player waits between an answer and the next move: still far quicker than any human."""
QUIET_S = 3.0
MOST_P99_MS = 100.0
VERSION = re.compile(rb'"version":(\d+)')


def some_moves() -> list[str]:
    """Legal moves from the opening on that do not end the game."""
    position, chance = GAMES["winabit"].open(SEED), random.Random(SEED)
    moves: list[str] = []
    while len(moves) < MOVES:
        legal = sorted(move.text for move in position.table.legal() if not position.game.is_dear(move.text))
        moves.append(chance.choice(legal))
        reached = play(position, moves[-1])
        assert not isinstance(reached, Refused)
        position = reached
    return moves


def running_contest(organiser: Player) -> Competition:
    """A contest with one deal of WinABit, which began an hour ago."""
    began = timezone.now() - timedelta(hours=1)
    competition = Competition.objects.create(
        organiser=organiser,
        name="Benchmark",
        access="public",
        play="sealed",
        attempts=1,
        counts="best",
        created_at=began,
        published_at=began,
    )
    deal = Deal.objects.create(game_slug="winabit", rules=GAMES["winabit"].settle_rules({}), seed=SEED)
    Round.objects.create(competition=competition, number=1, deal=deal)
    return Competition.read(competition.pk)


def let_play(competition: Competition, players: Sequence[Player]) -> None:
    """Let these players join the contest, and make sixty moves each that leave their games open."""
    [round], began, now = competition.rounds_in_order, competition.opening, timezone.now()
    moves = list(enumerate(some_moves()))
    with transaction.atomic():
        entries = Entry.objects.bulk_create(
            [
                Entry(competition=competition, player=each, called=each.name, look=each.look, joined_at=began)
                for each in players
            ],
            batch_size=BATCH,
        )
        attempts = Attempt.objects.bulk_create(
            [
                Attempt(entry=each, player_id=each.player_id, round=round, number=1, started_at=began)
                for each in entries
            ],
            batch_size=BATCH,
        )
        insert(
            Move,
            ("attempt_id", "ply", "text", "made_at"),
            ((attempt.pk, ply, text, now) for attempt in attempts for ply, text in moves),
        )
        competition.entrants += len(players)
        competition.has_places = False
        competition.save(update_fields=["entrants", "has_places"])
        for _ in range(0, len(players), COMPLETED_AT_ONCE):
            complete_places(competition)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def write_rows(competition: Competition) -> None:
    """Write what the ends of all attempts have to write, and nothing else."""
    attempts = Attempt.objects.running().filter(round__competition=competition)
    rows, now = list(attempts.values_list("pk", "entry", "round")), timezone.now()
    moves = MovesField().get_prep_value(some_moves())
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
        insert(
            Log,
            ("id", "attempt_id", "entry_id", "round_id", "moves", "code", "received_at"),
            ((new_id(), *row, moves, "", now) for row in rows),
        )
        cursor.executemany(f"DELETE FROM {tables[Move]} WHERE attempt_id = %s", [row[:1] for row in rows])


def close(competition: Competition) -> None:
    now = timezone.now()
    Competition.objects.filter(pk=competition.pk).update(closes_at=now, due_at=now)


class Closed(NamedTuple):
    """When a contest had closed, and no attempt ran any more, on the clock of `perf_counter`."""

    at: float
    took_s: float
    """How many seconds after its close."""


def close_and_wait(competition: Competition) -> Closed:
    """Close the contest under the eyes of the server's watch, and come back when no attempt runs any more."""
    try:
        close(competition)
        began = perf_counter()
        running = Attempt.objects.running().filter(round__competition=competition)
        while running.exists():
            sleep(0.1)
        return Closed(perf_counter(), perf_counter() - began)
    finally:
        connection.close()


async def others_play(site: Daphne) -> list[PlayingSocket]:
    """Players of another contest, at all processes of the site, who have warmed up."""
    event = guest(site.url, "Organiser").post(
        "/competitions", {"name": "Elsewhere", "rounds": [{"game": "winabit"}]}
    )["id"]
    sockets: list[PlayingSocket] = []
    for number in range(PLAYERS):
        player = guest(site.urls[number % len(site.urls)], f"Someone {number}")
        url = player.socket_url(begun_attempt(player, event))
        sockets.append(await connect(url, random_moves(number), greeted=True, rest=REST_S))
    await load(sockets, 1.0)
    return sockets


def show_moves(loads: dict[str, list[Load]]) -> float:
    """Print how long moves waited, and return the p99 in milliseconds of the last loads."""
    p99 = 0.0
    print(f"\n{PLAYERS} players of another contest move {REST_S * 1e3:.0f} ms after each answer")
    print(f"{'':18}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'worst p99':>11}")
    for name, each in loads.items():
        rate, p50, p99 = map(median, zip(*each, strict=True))
        print(f"{name:18}{rate:10,.0f}{p50:9.1f}{p99:9.1f}{max(one.p99_ms for one in each):11.1f}")
    return p99


class FinalWatchers(Watchers):
    """Watchers, and how many of them were told each version of the standings."""

    def __init__(self) -> None:
        super().__init__()
        self.told_version: Counter[int] = Counter()

    def received(self, payload: bytes) -> None:
        super().received(payload)
        found = VERSION.search(payload)
        assert found is not None, payload
        self.told_version[int(found[1])] += 1

    async def told_the_end(self, site: Daphne, competition: Competition) -> None:
        """Return when all have been told the standings that the API tells now."""
        address = f"{site.url}/api/v1/competitions/{competition.pk}/standings?limit=1"
        version = await asyncio.to_thread(_version, address)
        async with asyncio.timeout(60):
            while self.told_version[version] < len(self.readers):
                await asyncio.sleep(0.01)


def _version(address: str) -> int:
    with urlopen(address) as answer:
        return int(json.load(answer)["version"])
