"""How many bytes of a PostgreSQL database a game of the dailies takes, with its indexes.

Players join the dailies of a day and play random moves until their games end; the followers take it all.
What the first thousand games take is left out. The sizes of tables with their indexes, after a VACUUM, are
compared with the sizes before. The floor is a log's text alone.

    python -m benchmarks.game_bytes [--games 10000]
"""

import argparse
import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

GAMES = 10_000
FIRST = 1_000
MOST_MOVES = 100
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
    from django.db.models import Avg, Sum
    from django.db.models.functions import Length
    from django.utils import timezone

    from benchmarks.crowds import players_made
    from competitions.contests.dailies.calendar import make_dailies
    from competitions.contests.join import join
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
        for player, daily in islice(turns, some):
            round = daily.rounds_in_order[0]
            entry, _ = join(competition=daily, player=player, invite=None, now=now)
            begun, _ = dealer.start_attempt(entry=entry, round=round, now=now)
            state, moves = round.deal.game.deal(round.deal.seed, round.deal.rules), []
            while len(moves) < MOST_MOVES and not state.finished and (legal := [*state.legal()]):
                moves.append(chance.choice(legal))
                state = moves[-1].after(state)
            texts = [move.text for move in moves]
            dealer.play_moves(attempt_id=begun.attempt.pk, ply=0, moves=texts, now=now)
            dealer.finish(attempt_id=begun.attempt.pk, now=now)
        do_all_due()

    def sizes() -> dict[str, int]:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute(
                "WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
                " SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't')"
                " AND oid IN (SELECT oid FROM ours UNION SELECT reltoastrelid FROM ours)"
            )
            return dict(cursor.fetchall())

    play(FIRST)
    before = sizes()
    play(games)
    after = sizes()
    grown = {name: (size - before.get(name, 0)) / games for name, size in after.items()}
    for name, more in sorted(grown.items(), key=lambda each: -each[1]):
        if more >= 1:
            print(f"{name:60}{more:8.0f} bytes a game")
    text = Log.objects.aggregate(each=Avg(Length("moves")), all=Sum(Length("moves")))
    each = sum(grown.values())
    print(f"{'all':60}{each:8.0f} bytes a game: {each / 1000:.2f} GB for a million")
    print(f"{'floor: the text of a log':60}{text['each']:8.0f}")
    return each <= MOST_BYTES


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.exit(not measure(int(sys.argv[2])))
    main()
