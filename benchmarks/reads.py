"""How long reads take when a contest has a hundred entries and when it has ten thousand, on SQLite.

The public list; the first page of the standings, the last one, and a viewer's neighbourhood in the middle,
over all rounds and of one. Each is asked of a contest of either size in turns, through Django's test client,
so that the ratio means the same on a busy machine. The floor is the same client asking for one game, for
which nothing is looked up. Medians are shown.

    python -m benchmarks.reads
"""

import base64
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

import benchmarks.database  # isort: skip  # noqa: F401 - sets Django up

from django.conf import settings
from django.test import Client
from django.utils import timezone

from competitions.models import Attempt, Competition, Deal, Entry, Player, Round
from competitions.players.registering import first_token
from games import GAMES

FEW, MANY = 100, 10_000
PAGE = 100
ROUNDS = 25
WORST = 30
"""Of Three By Three."""


def contest(players: list[Player]) -> Competition:
    """A running contest of two rounds, the first of which everyone has played."""
    began = timezone.now() - timedelta(hours=1)
    competition = Competition.objects.create(
        organiser=players[0],
        name="Benchmark",
        access="public",
        play="open",
        attempts=1,
        counts="best",
        created_at=began,
        published_at=began,
        entrants=len(players),
    )
    rules = GAMES["three-by-three"].settle_rules({})
    first, _ = (
        Round.objects.create(
            competition=competition,
            number=number,
            deal=Deal.objects.create(game_slug="three-by-three", rules=rules, seed=f"benchmark-{number}"),
        )
        for number in (1, 2)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            competition=competition,
            player=player,
            joined_at=began + timedelta(milliseconds=n),
        )
        for n, player in enumerate(players)
    )
    Attempt.objects.bulk_create(
        Attempt(
            entry=entry,
            round=first,
            number=1,
            score=WORST - n * 7 % WORST,
            finished=True,
            counts=True,
            started_at=began,
            ended_at=began,
        )
        for n, entry in enumerate(entries)
    )
    return competition


def asking(client: Client, path: str, token: str | None = None) -> Callable[[], float]:
    """What asks once and gives the seconds that it took."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def ask() -> float:
        began = perf_counter()
        answer = client.get(f"/api/v1{path}", headers=headers)
        took = perf_counter() - began
        assert answer.status_code == 200, answer.content
        return took

    return ask


def reads(client: Client, competition: Competition, viewer: Player) -> dict[str, Callable[[], float]]:
    """The reads of one contest, by name."""
    size = competition.entrants
    last = base64.urlsafe_b64encode(f"{size - PAGE}-{size}".encode()).decode()
    token = first_token(player=viewer, now=timezone.now())
    found = {}
    for name, query in (("standings", ""), ("a round", "&round=1"), ("one not played", "&round=2")):
        path = f"/competitions/{competition.pk}/standings?"
        found[f"{name}, first page"] = asking(client, f"{path}{query}")
        found[f"{name}, last page"] = asking(client, f"{path}cursor={last}{query}")
        found[f"{name}, around me"] = asking(client, f"{path}around=me{query}", token)
    return found


def main() -> None:
    settings.LIMITS["work"] = {}  # pages far down are limited
    settings.ALLOWED_HOSTS = ["*"]
    now, client = timezone.now(), Client()
    players = Player.objects.bulk_create(
        Player(name=f"Player {n}", look=f"player {n}", created_at=now) for n in range(MANY)
    )
    listed = asking(client, "/competitions")
    small = reads(client, contest(players[:FEW]), players[FEW // 2])
    few = {"the public list": [listed() for _ in range(ROUNDS)]}
    large = reads(client, contest(players), players[MANY // 2])
    many = {"the public list": [listed() for _ in range(ROUNDS)]}
    floor = asking(client, "/games/wish")
    floors = []
    for n in range(ROUNDS + 1):
        asked = floor()
        for name, ask in small.items():
            times = ask(), large[name]()
            if n:  # the first warms up
                few.setdefault(name, []).append(times[0])
                many.setdefault(name, []).append(times[1])
        if n:
            floors.append(asked)
    least = median(floors)
    print(f"SQLite, one process, median of {ROUNDS}; floor: GET of a game, {least * 1000:.2f} ms")
    print(f"{'':28}{f'{FEW} entries':>14}{f'{MANY} entries':>16}{'ratio':>8}{'of floor':>10}")
    for name in few:
        one, other = median(few[name]), median(many[name])
        print(f"{name:28}{one * 1000:11.2f} ms{other * 1000:13.2f} ms{other / one:8.2f}{other / least:10.1f}")


if __name__ == "__main__":
    main()
