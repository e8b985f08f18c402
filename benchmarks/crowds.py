"""Contests with many entries, written straight into the database."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from django.db import connection, transaction
from django.utils import timezone

from competitions.models import Attempt, Competition, Deal, Entry, Player, Round
from competitions.models.ids import new_id
from competitions.playing.submitting import entry_of, judge, round_of, submit_log
from games import GAMES

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors" / "three-by-three.ndjson"
WAITING = 50
"""How many entries at most have not played the last round."""
BATCH = 5_000

chance = random.Random(1)


def crowd(size: int, *, rounds: int) -> Competition:
    """A running contest in which everyone has played all rounds, but some not the last."""
    began = timezone.now() - timedelta(hours=1)
    logs = [json.loads(row)["log"] for row in VECTORS.read_text().splitlines()[:rounds]]
    number = Player.objects.count()
    made = [
        Player(name=f"Player {number + n}", look=f"player {number + n}", created_at=began)
        for n in range(size)
    ]
    with transaction.atomic():
        players = Player.objects.bulk_create(made, batch_size=BATCH)
        competition = Competition.objects.create(
            organiser=players[0],
            name="Benchmark",
            access="public",
            play="open",
            attempts=1,
            counts="best",
            created_at=began,
            published_at=began,
            entrants=size,
        )
        rules = GAMES["three-by-three"].settle_rules({})
        deals = [
            Deal.objects.create(game_slug="three-by-three", rules=rules, seed=log["seed"]) for log in logs
        ]
        made_rounds = [
            Round.objects.create(competition=competition, number=n, deal=deal)
            for n, deal in enumerate(deals, start=1)
        ]
        entries = Entry.objects.bulk_create(
            [
                Entry(
                    competition=competition,
                    player=player,
                    called=player.name,
                    look=player.look,
                    joined_at=began + timedelta(milliseconds=n),
                )
                for n, player in enumerate(players)
            ],
            batch_size=BATCH,
        )
        _play(entries, made_rounds)
    return Competition.objects.with_rounds().get(pk=competition.pk)


def _play(entries: list[Entry], rounds: list[Round]) -> None:
    """Attempts with scores by chance; in plain SQL, because there are hundreds of thousands."""
    at = connection.ops.adapt_datetimefield_value(timezone.now() - timedelta(minutes=30))
    names = (
        *("id", "entry_id", "player_id", "round_id", "number", "started_at", "takebacks", "ended_at"),
        *("score", "won", "finished", "moves_made", "counts"),
    )
    insert = (
        f"INSERT INTO {Attempt._meta.db_table} ({', '.join(names)}) VALUES ({', '.join(['%s'] * len(names))})"
    )
    with connection.cursor() as cursor:
        for round in rounds:
            playing = entries if round is not rounds[-1] else entries[: -min(WAITING, len(entries) // 2)]
            rows = (
                (
                    *(new_id(), each.pk, each.player_id, round.pk, 1, at, 0, at),
                    *(score, score == 0, True, 60 - score, True),
                )
                for each in playing
                for score in [min(chance.randrange(30), chance.randrange(30))]
            )
            if connection.vendor != "postgresql":
                cursor.executemany(insert, rows)
                continue
            with cursor.copy(f"COPY {Attempt._meta.db_table} ({', '.join(names)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        cursor.execute("ANALYZE")


def more_results(competition: Competition) -> Iterator[Callable[[], object]]:
    """What sends one more log of the last round each, for a player who has not played it."""
    last = max(competition.rounds.all(), key=lambda round: round.number)
    moves = next(
        log["moves"]
        for log in (json.loads(row)["log"] for row in VECTORS.read_text().splitlines())
        if log["seed"] == last.deal.seed
    )
    waiting = list(competition.entries.order_by("-joined_at")[: min(WAITING, competition.entrants // 2)])
    for entry in waiting:
        played = moves[: chance.randrange(len(moves))]
        verdict = judge(deal=last.deal, moves=played)

        def send(entry: Entry = entry, played: list[str] = played, verdict: object = verdict) -> object:
            now = timezone.now()
            return submit_log(
                entry=entry_of(competition.pk, entry.player_id),
                round=round_of(competition.pk, last.number, now),
                moves=played,
                verdict=verdict,
                now=now,
            )

        yield send
