"""How many bytes of a PostgreSQL database a game of the dailies takes, with its indexes.

Players join the dailies of a day and play random moves until their games end; the followers take it all. The
dailies count as crowded from the first player on, since most games of such a day are played in a crowd. What
the first thousand games take is left out. The sizes of tables with their indexes, after a VACUUM, are
compared with the sizes before. The floor is the log alone, packed as its column packs it.

PostgreSQL clears a table once a minute if 50 rows and a fifth of all its rows are dead (autovacuum, by its
defaults). A day has 1,440 such minutes, and this run only a few. So the run asks for a VACUUM of those tables
itself, each time a hundred games have been played.

    python -m benchmarks.game_bytes [--games 10000]
"""

import argparse
import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

GAMES = 10_000
FIRST = 1_000
MOST_MOVES = 100
VACUUM_EVERY = 100
MOST_BYTES = 2_000
"""A day of a million games takes at most two gigabytes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", default=GAMES, type=int)
    games = parser.parse_args().games
    from tests.servers import postgres

    with postgres.server(os.environ) as server, postgres.database(server) as url:
        command = [sys.executable, "-m", "benchmarks.game_bytes", "--measure", str(games)]
        sys.exit(subprocess.call(command, cwd=ROOT, env=os.environ | {"BENCHMARK_DATABASE_URL": url}))


def measure(games: int) -> bool:
    """Print the bytes a game, and say whether they are few enough."""
    import benchmarks.database  # isort: skip  # noqa: F401  # first: it sets up Django

    from django.db import connection
    from django.db.models import Avg
    from django.db.models.functions import Length
    from django.utils import timezone

    from benchmarks.crowds import players_made
    from competitions.contests.dailies.calendar import make_dailies
    from competitions.contests.join import join
    from competitions.ledger import entry_places
    from competitions.models import Competition, Log
    from competitions.play import dealer
    from tests.jobs.work import do_all_due

    chance = random.Random(1)
    now = timezone.now()
    make_dailies(now)
    dailies = [Competition.read(each.pk) for each in Competition.objects.filter(daily__date=now)]

    def play(some: int) -> None:
        players = players_made(-(-some // len(dailies)), now)
        turns = ((player, daily) for player in players for daily in dailies)
        for number, (player, daily) in enumerate(islice(turns, some)):
            if number % VACUUM_EVERY == 0:
                clear_dead_rows()
            round = daily.rounds_in_order[0]
            entry, _ = join(competition=daily, player=player, invite=None, now=now)
            begun, _ = dealer.start_attempt(entry=entry, round=round, now=now)
            state = round.deal.game.deal(round.deal.seed, round.deal.rules)
            moves: list[Any] = []
            while len(moves) < MOST_MOVES and not state.finished and (legal := [*state.legal()]):
                moves.append(chance.choice(legal))
                state = moves[-1].after(state)
            texts = [move.text for move in moves]
            dealer.play_moves(attempt_id=begun.attempt.pk, ply=0, moves=texts, now=now)
            dealer.finish(attempt_id=begun.attempt.pk, now=now)
        do_all_due()

    def clear_dead_rows() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT relname FROM pg_stat_user_tables WHERE n_dead_tup > 50 + 0.2 * n_live_tup")
            for (table,) in cursor.fetchall():
                cursor.execute(f"VACUUM ANALYZE {table}")

    def sizes() -> dict[str, int]:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute(
                "WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
                " SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't')"
                " AND oid IN (SELECT oid FROM ours UNION SELECT reltoastrelid FROM ours)"
            )
            return dict(cursor.fetchall())

    with patch.multiple(entry_places, KEPT_FROM=0, READ_FROM=0):
        play(FIRST)
        before = sizes()
        play(games)
        after = sizes()
    grown = {name: (size - before.get(name, 0)) / games for name, size in after.items()}
    for name, more in sorted(grown.items(), key=lambda each: -each[1]):
        if more >= 1:
            print(f"{name:60}{more:8.0f} bytes a game")
    played = Log.objects.filter(attempt__event__isnull=False)
    packed = played.aggregate(each=Avg(Length("moves")))["each"]
    texts = [len("\n".join(moves)) for moves in played.values_list("moves", flat=True)]
    each = sum(grown.values())
    print(f"{'all':60}{each:8.0f} bytes a game: {each / 1000:.2f} GB for a million")
    print(f"{'floor: a log, packed (as text)':60}{packed:8.0f} ({fmean(texts):.0f})")
    return each <= MOST_BYTES


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.exit(not measure(int(sys.argv[2])))
    main()
