"""Contests with many entries, written straight into the database."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from competitions.ledger.entry_places import complete_places
from competitions.models import Attempt, Competition, Deal, Entry, Log, Player, Round
from competitions.models.ids import new_id
from competitions.play.submit_log import entry_of, judge, round_of, submit_log
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
    with transaction.atomic():
        players = players_made(size, began)
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
        entries = _enter(competition, players, began)
        for round in made_rounds:
            waiting = min(WAITING, size // 2) if round is made_rounds[-1] else 0
            _play(entries[: size - waiting], round, timezone.now() - timedelta(minutes=30))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return Competition.objects.with_rounds().get(pk=competition.pk)


def players_made(size: int, at: datetime) -> list[Player]:
    """So many new players."""
    number = Player.objects.count()
    names = [f"Player {number + n}" for n in range(size)]
    made = [Player(name=name, look=name.lower(), created_at=at) for name in names]
    return Player.objects.bulk_create(made, batch_size=BATCH)


def flock(competition: Competition, players: list[Player], at: datetime) -> None:
    """Let players join a competition of one round, and end an attempt at it. Their logs are empty."""
    with transaction.atomic():
        round = competition.rounds.get()
        _play(_enter(competition, players, at), round, at)
        ended = Attempt.objects.filter(round=round, log=None).values_list("pk", "entry")
        logs = (
            Log(entry_id=entry, round=round, attempt_id=attempt, moves="[]", received_at=at)
            for attempt, entry in ended.iterator()
        )
        Log.objects.bulk_create(logs, batch_size=BATCH)
        Competition.objects.filter(pk=competition.pk).update(entrants=F("entrants") + len(players))
        complete_places(Competition.read(competition.pk))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _enter(competition: Competition, players: list[Player], at: datetime) -> list[Entry]:
    entries = [
        Entry(
            competition=competition,
            player=player,
            called=player.name,
            look=player.look,
            joined_at=at + timedelta(milliseconds=n),
        )
        for n, player in enumerate(players)
    ]
    return Entry.objects.bulk_create(entries, batch_size=BATCH)


def _play(entries: list[Entry], round: Round, ended_at: datetime) -> None:
    """Attempts with scores by chance; in plain SQL, because there are hundreds of thousands."""
    at = Attempt._meta.get_field("ended_at").get_db_prep_value(ended_at, connection)
    names = (
        *("id", "entry_id", "player_id", "round_id", "number", "started_at", "takebacks", "ended_at"),
        *("score", "won", "finished", "moves_made", "counts"),
    )
    insert = (
        f"INSERT INTO {Attempt._meta.db_table} ({', '.join(names)}) VALUES ({', '.join(['%s'] * len(names))})"
    )
    rows = (
        (
            *(new_id(), each.pk, each.player_id, round.pk, 1, at, 0, at),
            *(score, score == 0, True, 60 - score, True),
        )
        for each in entries
        for score in [min(chance.randrange(30), chance.randrange(30))]
    )
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.executemany(insert, rows)
            return
        with cursor.copy(f"COPY {Attempt._meta.db_table} ({', '.join(names)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def more_results(competition: Competition) -> Iterator[Callable[[], object]]:
    """What sends one more log of the last round each, for a player who has not played it."""
    last = max(competition.rounds_in_order, key=lambda round: round.number)
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
