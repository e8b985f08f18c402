"""Players with many results, stored in few statements."""

from datetime import datetime, timedelta
from itertools import product

from competitions.models import Attempt, Competition, Deal, Entry, Log, Player, Round

ROUNDS = 30
"""Of each contest."""


def play_many(
    players: list[Player], number: int, now: datetime, *, access: str = "public", over: bool = True
) -> None:
    """Give the players a result at each of so many rounds of Wish: the newest two minutes ago, then one a
    minute."""
    made_at, closes_at = now - timedelta(days=2), now - timedelta(minutes=1) if over else None
    contests = Competition.objects.bulk_create(
        Competition(
            name=f"No. {n}",
            organiser=players[0],
            access=access,
            play="open",
            counts="best",
            standings="live",
            created_at=made_at,
            published_at=made_at,
            closes_at=closes_at,
        )
        for n in range(-(-number // ROUNDS))
    )
    deals = Deal.objects.bulk_create(
        Deal(game_slug="wish", rules={}, seed=f"{now} {n}"[-60:]) for n in range(number)
    )
    rounds = Round.objects.bulk_create(
        Round(competition=contests[n // ROUNDS], number=n % ROUNDS + 1, deal=deal)
        for n, deal in enumerate(deals)
    )
    pairs = list(product(contests, players))
    made = Entry.objects.bulk_create(Entry(competition=c, player=p, joined_at=now) for c, p in pairs)
    entries = {(entry.competition_id, entry.player_id): entry for entry in made}
    attempts = Attempt.objects.bulk_create(
        Attempt(
            entry=entries[round.competition_id, player.pk],
            player=player,
            round=round,
            number=1,
            started_at=now,
            ended_at=now - timedelta(minutes=n + 2),
            score=(n + m) % 20,
            moves_made=9,
            counts=True,
        )
        for (n, round), (m, player) in product(enumerate(rounds), enumerate(players))
    )
    Log.objects.bulk_create(
        Log(entry=each.entry, round=each.round, attempt=each, moves=[], received_at=now) for each in attempts
    )
