"""What the pages of a daily cost that 50,000 have played, beside those of one that 50 have played.

The quiet Wish is Sunday's and the crowded one Monday's, of one site on SQLite; the clock moves between them,
so that each page is asked for twice, in turns, and the ratios mean the same on a busy machine. The viewer has
played both and is in a circle of ten. Medians are shown, and what the first request of a process took.

Before that, what a process that meets each daily takes for its first page and for one place, and how much
more memory it needs then.

    python -m benchmarks.crowded_daily [--sizes 50,50000]
"""

import argparse
import gc
import resource
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

import benchmarks.database  # noqa: F401, I001 - sets Django up

from django.conf import settings
from django.test import Client
from django.utils import timezone

from benchmarks.crowds import flock, players_made
from competitions.contests.circles.membership import join_circle, make_circle
from competitions.contests.dailies.calendar import make_dailies
from competitions.embargo.visibility import viewpoint
from competitions.models import Competition, Player
from competitions.people.register import first_token, register_guest
from competitions.play import dealer
from competitions.contests.join import join
from competitions.standings import standings

SIZES = (50, 50_000)
READS = 15
CIRCLE = 10
MOST = 2.0
"""How often the cost of the quiet daily's page the crowded one's may be."""

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAYS = (SUNDAY, SUNDAY + timedelta(days=1))

PAGES = "django.contrib.auth.backends.ModelBackend"


def at(now: datetime) -> None:
    """Let the service see this time."""
    timezone.now = lambda: now


def played(player: Player, event: Competition, now: datetime) -> str:
    """The log of the player's game of one move."""
    entry, _ = join(competition=event, player=player, invite=None, now=now)
    round = event.rounds_in_order[0]
    begun, _ = dealer.start_attempt(entry=entry, round=round, now=now)
    move = next(iter(round.deal.game.deal(round.deal.seed, round.deal.rules).legal())).text
    dealer.play_moves(attempt_id=begun.attempt.pk, ply=0, moves=[move], now=now)
    return str(dealer.finish(attempt_id=begun.attempt.pk, now=now).attempt.log.pk)


def meet(daily: str, size: int, viewer: Player) -> None:
    """Read the first page and the viewer's place for the first time, and print what that takes."""
    gc.collect()
    before = memory_mb()
    seen = viewpoint(Competition.read(daily), viewer, timezone.now())
    assert seen.entry is not None
    began = perf_counter()
    standings.sheet(seen)
    page = perf_counter() - began
    took = []
    for _ in range(READS):
        began = perf_counter()
        standings.row_of(seen.entry, seen)
        took.append(perf_counter() - began)
    print(
        f"{size} entries, met for the first time: a page of 100 in {1000 * page:.1f} ms, then a place in "
        f"{1000 * median(took):.1f} ms; {memory_mb() - before:.1f} MB more",
        flush=True,
    )


def memory_mb() -> float:
    """How much memory this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    settings.ALLOWED_HOSTS = ["*"]
    settings.LIMITS |= {"work": {}, "reading": {}}
    settings.DEBUG = False

    viewer = register_guest(name="Viewer", bot=False, now=DAYS[0])
    crowd = players_made(max(sizes), DAYS[0])
    circle = make_circle(name="Circle", player=viewer, now=DAYS[0]).circle
    for player in crowd[: CIRCLE - 1]:
        join_circle(circle=circle, player=player, invite=circle.invite, now=DAYS[0])
    dailies, logs = [], []
    for size, now in zip(sizes, DAYS, strict=True):
        at(now)
        make_dailies(now)
        event = Competition.objects.get(daily__game_slug="wish", daily__date=now)
        logs.append(played(viewer, Competition.read(event.pk), now))
        flock(event, crowd[:size], now)
        dailies.append(event.pk)

    stranger, player, reader = Client(), Client(), Client()
    at(DAYS[1])
    player.force_login(viewer, backend=PAGES)
    token = {"Authorization": f"Bearer {first_token(player=viewer, now=DAYS[1])}"}

    def ask(client: Client, path: str, **headers: str) -> None:
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200, (path, answer.status_code)

    asked: dict[str, Callable[[int], object]] = {
        "floor: a game's page": lambda day: ask(player, "/games/wish"),
        "home": lambda day: ask(player, "/"),
        "home, of a stranger": lambda day: ask(stranger, "/"),
        "the daily's page": lambda day: ask(player, f"/c/{dailies[day]}"),
        "the daily's page, of a stranger": lambda day: ask(stranger, f"/c/{dailies[day]}"),
        "the round's page, played": lambda day: ask(player, f"/c/{dailies[day]}/rounds/1"),
        "a result": lambda day: ask(player, f"/results/{logs[day]}"),
        "the archive": lambda day: ask(player, "/daily"),
        "the circle's page": lambda day: ask(player, f"/circles/{circle.pk}"),
        "GET standings?around=me": lambda day: ask(
            reader, f"/api/v1/competitions/{dailies[day]}/standings?around=me", **token
        ),
        "GET standings?limit=10": lambda day: ask(
            reader, f"/api/v1/competitions/{dailies[day]}/standings?limit=10", **token
        ),
        "GET daily": lambda day: ask(reader, "/api/v1/daily", **token),
        "GET a circle's board": lambda day: ask(reader, f"/api/v1/circles/{circle.pk}/board", **token),
    }
    for day, size in enumerate(sizes):
        at(DAYS[day])
        meet(dailies[day], size, viewer)
    print(f"{'ms':34}" + "".join(f"{size:>10}" for size in sizes) + f"{'ratio':>8}   first of all")
    dear = []
    for name, act in asked.items():
        first: list[float] = []
        took: list[list[float]] = [[], []]
        for n in range(READS + 2):
            for day, now in enumerate(DAYS):
                at(now)
                began = perf_counter()
                act(day)
                spent = 1000 * (perf_counter() - began)
                (first if n == 0 else took[day] if n > 1 else []).append(spent)
        shown = [median(each) for each in took]
        ratio = shown[1] / shown[0]
        dear += [name] * (ratio > MOST)
        line = "".join(f"{each:10.2f}" for each in shown)
        print(f"{name:34}{line}{ratio:8.2f}   {first[0]:.1f}, {first[1]:.1f}", flush=True)
    print(f"the goal is at most {MOST}: " + (f"missed by {', '.join(dear)}" if dear else "held"))


if __name__ == "__main__":
    main()
