"""Contests with many entries, written straight into the database."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Model
from django.utils import timezone

from competitions.ledger.entry_places import COMPLETED_AT_ONCE, complete_places
from competitions.ledger.place_keys import PlaceKeys
from competitions.models import Attempt, Competition, Deal, Entry, Log, PlaceCount, Player, Round
from competitions.models.ids import new_id
from competitions.models.moves import MovesField
from competitions.play.submit_log import entry_of, judge, round_of, submit_log
from games import GAMES
from games.replay import Refused, Replayed

ENDED = ("finished", "counts")
NAMED = ("called", "look", "own_name")
ATTEMPT = [
    "id",
    "entry_id",
    "player_id",
    "round_id",
    "number",
    "started_at",
    "takebacks",
    "finished",
    "counts",
]
RESULT = ("score", "won", "moves_made", "ended_at")

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


def flock(competition: Competition, size: int, now: datetime) -> list[str]:
    """Let so many new players join a competition of one round since its opening. All but a tenth end an
    attempt at it at once, with an empty log. Return the ids of the players."""
    round = competition.rounds_in_order[0]
    keys = PlaceKeys(lowest_wins=round.deal.game.lowest_wins, tie_breaks=competition.tie_breaks)
    number, every = Player.objects.count(), range(size)
    apart = (now - competition.opening) / size
    players, entries, attempts = ([new_id() for _ in every] for _ in range(3))
    joined = [competition.opening + n * apart for n in every]
    played = [n for n in every if n % 10 < 9]
    scores = {n: min(chance.randrange(30), chance.randrange(30)) for n in played}

    def place(n: int) -> bytes:
        if n not in scores:
            return keys.without_rank(joined[n], disqualified=False)
        result = dict(zip(RESULT, result_of(scores[n], joined[n]), strict=True))
        return keys.of(SimpleNamespace(**result, elapsed_ms=None))

    places, no_moves = [place(n) for n in every], MovesField().get_prep_value([])
    with transaction.atomic():
        insert(
            Player,
            ("id", "created_at", "name", "look", "shape", "password", "bot", "profile"),
            (
                (players[n], joined[n], name, name.lower(), name, "!", False, "public")
                for n in every
                for name in [f"Player {number + n}"]
            ),
        )
        insert(
            Entry,
            (*("id", "competition_id", "player_id", "joined_at", "changed", "done", "place_key"), *NAMED),
            (
                (entries[n], competition.pk, players[n], joined[n], 0, 0, places[n], name, name.lower(), True)
                for n in every
                for name in [f"Player {number + n}"]
            ),
        )
        insert(
            Attempt,
            (*ATTEMPT, *RESULT),
            (
                (
                    *(attempts[n], entries[n], players[n], round.pk, 1, joined[n], 0, True, True),
                    *result_of(scores[n], joined[n]),
                )
                for n in played
            ),
        )
        insert(
            Log,
            ("id", "entry_id", "round_id", "attempt_id", "received_at", "moves", "code"),
            ((new_id(), entries[n], round.pk, attempts[n], joined[n], no_moves, "") for n in played),
        )
        counts = Counter(each for n in every for each in keys.counted_by(bytes(places[n]), joined[n]))
        for key, there in competition.place_counts.values_list("key", "entries"):
            counts[bytes(key)] += there
        competition.place_counts.all().delete()
        PlaceCount.objects.bulk_create(
            PlaceCount(competition=competition, key=key, entries=there) for key, there in counts.items()
        )
        Competition.objects.filter(pk=competition.pk).update(entrants=F("entrants") + size)
        found = Competition.read(competition.pk)
        for _ in range(0, found.entrants, COMPLETED_AT_ONCE):
            complete_places(found)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    return players


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
    """Attempts with scores by chance."""
    insert(
        Attempt,
        (*ATTEMPT, *RESULT),
        (
            (
                *(new_id(), each.pk, each.player_id, round.pk, 1, ended_at, 0, True, True),
                *result_of(min(chance.randrange(30), chance.randrange(30)), ended_at),
            )
            for each in entries
        ),
    )


def result_of(score: int, ended_at: datetime) -> tuple[Any, ...]:
    return score, score == 0, 60 - score, ended_at


def insert(model: type[Model], columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows in plain SQL, because there are millions."""
    into = f"{model._meta.db_table} ({', '.join(columns)})"
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            written = (list(map(_of_sqlite, row)) for row in rows)
            cursor.executemany(f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(columns))})", written)  # type: ignore[arg-type]  # an iterator will do
            return
        with cursor.copy(f"COPY {into} FROM STDIN") as copy:
            for each in rows:
                copy.write_row(each)


def _of_sqlite(value: object) -> object:
    """A value as Django stores it in SQLite: times in UTC, without their zone."""
    return str(value.astimezone(UTC).replace(tzinfo=None)) if isinstance(value, datetime) else value


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

        def send(
            entry: Entry = entry, played: list[str] = played, verdict: Replayed | Refused = verdict
        ) -> object:
            now = timezone.now()
            return submit_log(
                entry=entry_of(competition.pk, entry.player_id),
                round=round_of(competition.pk, last.number, now),
                moves=played,
                verdict=verdict,
                now=now,
            )

        yield send
