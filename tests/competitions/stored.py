"""What the tables of the service hold."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from competitions.models import (
    Attempt,
    CertifiedRound,
    Competition,
    Entry,
    FollowerCursor,
    FollowerFailure,
    FollowerState,
    Leaf,
    Player,
    Process,
    PublicKey,
    Round,
)

OF_WORKERS = {CertifiedRound, FollowerCursor, FollowerFailure, FollowerState, Leaf, Process, PublicKey}
"""What workers write down by themselves, whenever they come to it."""


def row_counts() -> dict[str, int]:
    """How many rows each table of ours holds: one statement of plain SQL, as hundreds of tests ask twice."""
    models = [each for each in apps.get_app_config("competitions").get_models() if each not in OF_WORKERS]
    counts = ", ".join(f'(SELECT COUNT(*) FROM "{model._meta.db_table}")' for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        return {model.__name__: count for model, count in zip(models, cursor.fetchone(), strict=True)}


def repeat(attempt: Attempt, upto: int) -> None:
    """Lets the same player have made attempts up to this number, each with 30 cards left."""
    now = timezone.now()
    Attempt.objects.bulk_create(
        Attempt(
            entry_id=attempt.entry_id,
            player_id=attempt.player_id,
            round_id=attempt.round_id,
            number=number,
            score=30,
            started_at=now,
            ended_at=now + timedelta(seconds=1),
        )
        for number in range(attempt.number + 1, upto + 1)
    )


def enter_many(
    competition: Competition, names: Iterable[str], now: datetime, **columns: object
) -> list[Entry]:
    """New players of these names, who have entered one second after the other from now on."""
    players = Player.objects.bulk_create(Player(name=name, look=name, created_at=now) for name in names)
    return Entry.objects.bulk_create(
        Entry(competition=competition, player=player, joined_at=now + timedelta(seconds=n), **columns)
        for n, player in enumerate(players)
    )


def end_round(entries: Sequence[Entry], round: Round, scores: Iterable[int], now: datetime) -> list[Attempt]:
    """Attempts of these entries at a round, each of which counts, with the score in the same place."""
    return Attempt.objects.bulk_create(
        Attempt(
            entry=entry,
            player_id=entry.player_id,
            round=round,
            number=1,
            score=score,
            finished=True,
            counts=True,
            moves_made=1,
            started_at=now,
            ended_at=now,
        )
        for entry, score in zip(entries, scores, strict=True)
    )


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of ours, table by table: the same before and after where nothing may change."""
    return {model.__name__: _rows(model) for model in apps.get_app_config("competitions").get_models()}


def _rows(model: type[Model]) -> list[tuple[Any, ...]]:
    """Plain SQL: tests with random bodies look hundreds of times."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')
        return cursor.fetchall()
