"""A player with many results, stored in few statements."""

from datetime import datetime, timedelta

from django.db.models import Count

from competitions.models import (
    Attempt,
    Competition,
    Deal,
    Entry,
    FiledResult,
    FiledRound,
    Log,
    Player,
    Round,
    Tally,
)

ROUNDS = 30
"""Of each contest."""

SCORES = 20
"""How many different ones there are, as soon as there are so many results: each is a row that is read."""


def play_many(
    players: list[Player], number: int, now: datetime, *, everyone: bool = True, filed: bool = True
) -> None:
    """Let the players have a result at each of so many rounds of Wish, over or still open; everyone may know
    of them, or only who is in them."""
    over = {"closes_at": now - timedelta(minutes=1)} if filed else {}
    contests = Competition.objects.bulk_create(
        Competition(
            name=f"No. {n}",
            organiser=players[0],
            access="public" if everyone else "unlisted",
            play="open",
            counts="best",
            standings="live",
            created_at=now - timedelta(days=2),
            published_at=now - timedelta(days=2),
            **over,
        )
        for n in range(-(-number // ROUNDS))
    )
    deals = Deal.objects.bulk_create(
        Deal(game_slug="wish", rules={}, seed=f"{now} {n}"[-60:]) for n in range(number)
    )
    rounds = Round.objects.bulk_create(
        Round(competition=contests[n // ROUNDS], number=n % ROUNDS + 1, deal=deals[n]) for n in range(number)
    )
    entries = {
        (entry.competition_id, entry.player_id): entry
        for entry in Entry.objects.bulk_create(
            Entry(competition=contest, player=player, joined_at=now, filed=filed)
            for contest in contests
            for player in players
        )
    }
    attempts = Attempt.objects.bulk_create(
        Attempt(
            entry=entries[round.competition_id, player.pk],
            player=player,
            round=round,
            number=1,
            started_at=now,
            ended_at=now - timedelta(minutes=n + 2),
            score=(n + number_of_player) % SCORES,
            moves_made=9,
            counts=True,
        )
        for n, round in enumerate(rounds)
        for number_of_player, player in enumerate(players)
    )
    Log.objects.bulk_create(
        Log(entry=each.entry, round=each.round, attempt=each, moves="[]", received_at=now)
        for each in attempts
    )
    if filed:
        FiledRound.objects.bulk_create(FiledRound(round=round, due=False) for round in rounds)
        FiledResult.objects.bulk_create(
            FiledResult(
                attempt=each,
                filed_round_id=each.round_id,
                player=each.player,
                everyone=everyone,
                game_slug="wish",
                score=each.score,
                won=False,
                rank=1,
                field=2,
                ended_at=each.ended_at,
                daily=n + 1 if everyone else None,
            )
            for n, each in enumerate(attempts)
        )
        columns = ("player_id", "game_slug", "everyone", "score")
        counted = FiledResult.objects.filter(player__in=players).values_list(*columns)
        Tally.objects.filter(player__in=players).delete()
        Tally.objects.bulk_create(
            Tally(**dict(zip(columns, row, strict=True)), times=times)
            for *row, times in counted.annotate(times=Count("pk"))
        )
