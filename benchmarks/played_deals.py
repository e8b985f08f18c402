"""What it costs to find a deal for Play now among 1,000 closed deals, and how often people have played it.

SQLite in a temporary folder: closed rounds of five games with fields of 12 to 60 people, 24 on average. A
player presses a hundred times for any game, and plays every deal as a ghost. The floor is one query by a key;
the peer is the same on a site with 100 closed deals.

    python -m benchmarks.played_deals
"""

import random
import sys
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

import benchmarks.database  # isort: skip  # noqa: F401  # first: it sets up Django

from django.db import connection
from django.utils import timezone

from benchmarks.crowds import players_made
from competitions.contests.create import create_competition
from competitions.contests.plans import Plan, RoundPlan
from competitions.embargo.visibility import viewpoint
from competitions.models import (
    Access,
    Attempt,
    Competition,
    Counts,
    Entry,
    OfferedDeal,
    Play,
    Player,
    StateChange,
)
from competitions.play.ghosts.follower import list_offered_deals
from competitions.play.ghosts.ghost_dealer import start_ghost
from competitions.play.ghosts.offered_deals import find_offered_deal
from games import GAMES

PRESSES = 100
SITES = (100, 1000)

chance = random.Random(1)


def close_another(players: list[Player], began: datetime) -> None:
    """One more closed round, with a field of its own, as its follower lists it."""
    game = GAMES[chance.choice([*GAMES])]
    plan = Plan(
        name="Benchmark",
        access=Access.PUBLIC,
        play=Play.SEALED,
        attempts=1,
        counts=Counts.BEST,
        opens_at=began,
        rounds=[RoundPlan(game=game, rules=game.settle_rules({}))],
    )
    competition = create_competition(organiser=players[0], plan=plan, now=began)
    [round] = competition.rounds_in_order
    field = chance.sample(players, min(60, max(12, int(chance.expovariate(1 / 24)))))
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, player=player, joined_at=began, called=player.name, own_name=False)
        for player in field
    )
    Attempt.objects.bulk_create(
        Attempt(
            entry=entry, player=entry.player, round=round, number=1, started_at=began, ended_at=began,
            score=chance.randrange(30), counts=True,
        )
        for entry in entries
    )  # fmt: skip
    Competition.objects.filter(pk=competition.pk).update(closes_at=began + timedelta(hours=1))
    list_offered_deals(
        competition.pk, list(StateChange.objects.filter(competition=competition)), timezone.now()
    )


def press(player: Player) -> tuple[float, bool]:
    """The milliseconds that one search takes, and whether twenty people have played the deal. The player then
    plays it."""
    now, began = timezone.now(), perf_counter()
    found = find_offered_deal(player=player, game=None, now=now)
    took = (perf_counter() - began) * 1000
    if found is None:
        return took, False
    start_ghost(seen=viewpoint(found.round.competition, player, now), round=found.round, now=now)
    return took, found.people >= 20


def floor_ms(player: Player) -> float:
    def once() -> float:
        began = perf_counter()
        Player.objects.get(pk=player.pk)
        return (perf_counter() - began) * 1000

    return median(once() for _ in range(PRESSES))


def main() -> None:
    began = timezone.now() - timedelta(hours=12)
    players = players_made(500, began)
    newcomers = players_made(len(SITES), began)
    for size, player in zip(SITES, newcomers, strict=True):
        while OfferedDeal.objects.count() < size:
            close_another(players, began)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        large = OfferedDeal.objects.filter(people__gte=20).count()
        presses = [press(player) for _ in range(PRESSES)]
        times = sorted(took for took, _ in presses)
        people = sum(of_people for _, of_people in presses)
        print(
            f"{size} closed deals, {large} of them by twenty people or more: a search takes "
            f"{median(times):.2f} ms, at most {times[-1]:.2f}; a query by a key {floor_ms(player):.2f}. "
            f"{people} of {PRESSES} presses found a deal by twenty people."
        )


if __name__ == "__main__":
    main()
