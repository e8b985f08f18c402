"""What the pages of a daily cost that 50,000 have played, beside those of one that 50 have played.

The quiet Wish is Sunday's and the crowded one Monday's, of one site; the clock moves between them, so that
each page is asked for twice, in turns, and the ratios mean the same on a busy machine. The viewer has played
both and is in a circle of ten. Medians are shown, and what the first request of a process took.

Before that, what a process that meets each daily takes for its first page, and how much more memory it needs
then; for places, medians and pages anywhere, beside one row that is read by its key. A tenth of the players
have no result. Those who may not know the scores yet see all in the order of joining.

    python -m benchmarks.crowded_daily [sqlite] [postgresql] [--sizes 50,1000000]
"""

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

SIZES = (50, 50_000)
READS = 15
CIRCLE = 10
MOST = 2.0
"""How often the cost of the quiet daily's page the crowded one's may be."""

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAYS = (SUNDAY, SUNDAY + timedelta(days=1))

PAGES = "django.contrib.auth.backends.ModelBackend"


def memory_mb() -> float:
    """How much memory this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def meet(daily: str, viewer_id: str, at: str) -> None:
    """What a process takes that meets this daily."""
    import benchmarks.database  # noqa: F401 - sets Django up
    from competitions.embargo.visibility import Viewpoint, viewpoint
    from competitions.models import Competition, Entry, Player
    from competitions.standings import standings

    now = datetime.fromisoformat(at)
    viewer = Player.objects.get(pk=viewer_id)
    seen = viewpoint(Competition.read(daily), viewer, now)
    strange = viewpoint(Competition.read(daily), None, now)
    round, entry, size = seen.competition.rounds_in_order[0], seen.entry, seen.competition.entrants
    assert entry is not None
    last = Entry.objects.filter(competition=daily, attempts=None).order_by("-joined_at").first()
    gc.collect()
    before, began = memory_mb(), perf_counter()
    standings.sheet(seen)
    took, more = 1000 * (perf_counter() - began), memory_mb() - before
    print(f"\n{size} entries: the first page of 100 in {took:.1f} ms, {more:.1f} MB more", flush=True)

    def page(share: float, viewed: Viewpoint = seen) -> Callable[[], object]:
        return lambda: standings.sheet(viewed, offset=int(share * (size - 100)))

    asked: dict[str, Callable[[], object]] = {
        "floor: one row by its key": lambda: Entry.objects.get(pk=entry.pk),
        "a place": lambda: standings.row_of(entry, seen),
        "beside all others, with the median": lambda: standings.comparison_of(20, entry, seen, round=round),
        "around a player": lambda: standings.around(entry, seen),
        "around one without a result": lambda: standings.around(last or entry, seen),
        **{f"the page at {share:.0%}": page(share) for share in (0.0, 0.25, 0.5, 0.85, 0.95, 1.0)},
        **{f"in the order of joining at {share:.0%}": page(share, strange) for share in (0.0, 0.5, 1.0)},
    }
    for name, ask in asked.items():
        waits = []
        for _ in range(READS):
            began = perf_counter()
            ask()
            waits.append(1000 * (perf_counter() - began))
        print(f"{name:38}{median(waits):10.2f} ms", flush=True)


def measure(sizes: list[int]) -> None:
    import benchmarks.database  # isort: skip  # noqa: F401 - sets Django up

    from django.conf import settings
    from django.test import Client
    from django.utils import timezone

    from benchmarks.crowds import flock, players_made
    from competitions.contests.circles.membership import join_circle, make_circle
    from competitions.contests.dailies.calendar import make_dailies
    from competitions.contests.join import join
    from competitions.models import Competition, Player
    from competitions.people.register import first_token, register_guest
    from competitions.play import dealer

    settings.ALLOWED_HOSTS = ["*"]
    settings.LIMITS |= {"work": {}, "reading": {}}
    settings.DEBUG = False

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

    viewer = register_guest(name="Viewer", bot=False, now=DAYS[0])
    others = players_made(CIRCLE - 1, DAYS[0])
    circle = make_circle(name="Circle", player=viewer, now=DAYS[0]).circle
    for player in others:
        join_circle(circle=circle, player=player, invite=circle.invite, now=DAYS[0])
    dailies, logs = [], []
    for size, now in zip(sizes, DAYS, strict=True):
        at(now)
        make_dailies(now)
        event = Competition.objects.get(daily__game_slug="wish", daily__date=now)
        logs.append(played(viewer, Competition.read(event.pk), now))
        for player in others:
            played(player, Competition.read(event.pk), now)
        began = perf_counter()
        flock(Competition.read(event.pk), size, now)
        print(f"{size} entries written in {perf_counter() - began:.0f} s", flush=True)
        dailies.append(event.pk)
        meeting = [sys.executable, "-m", "benchmarks.crowded_daily", "--meet", event.pk, viewer.pk]
        known = os.environ | {"BENCHMARK_DATABASE_URL": os.environ["DATABASE_URL"]}
        subprocess.run([*meeting, now.isoformat()], cwd=ROOT, check=True, env=known)

    stranger, browser, reader = Client(), Client(), Client()
    at(DAYS[1])
    browser.force_login(viewer, backend=PAGES)
    token = {"Authorization": f"Bearer {first_token(player=viewer, now=DAYS[1])}"}

    def ask(client: Client, path: str, **headers: str) -> None:
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200, (path, answer.status_code)

    asked: dict[str, Callable[[int], object]] = {
        "floor: a game's page": lambda day: ask(browser, "/games/wish"),
        "home": lambda day: ask(browser, "/"),
        "home, of a stranger": lambda day: ask(stranger, "/"),
        "the daily's page": lambda day: ask(browser, f"/c/{dailies[day]}"),
        "the daily's page, of a stranger": lambda day: ask(stranger, f"/c/{dailies[day]}"),
        "the round's page, played": lambda day: ask(browser, f"/c/{dailies[day]}/rounds/1"),
        "a result": lambda day: ask(browser, f"/results/{logs[day]}"),
        "the archive": lambda day: ask(browser, "/daily"),
        "the circle's page": lambda day: ask(browser, f"/circles/{circle.pk}"),
        "GET standings?around=me": lambda day: ask(
            reader, f"/api/v1/competitions/{dailies[day]}/standings?around=me", **token
        ),
        "GET standings?limit=10": lambda day: ask(
            reader, f"/api/v1/competitions/{dailies[day]}/standings?limit=10", **token
        ),
        "GET daily": lambda day: ask(reader, "/api/v1/daily", **token),
        "GET a circle's board": lambda day: ask(reader, f"/api/v1/circles/{circle.pk}/board", **token),
    }

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
    if sys.argv[1:2] == ["--measure"]:
        measure([int(size) for size in sys.argv[2].split(",")])
    elif sys.argv[1:2] == ["--meet"]:
        meet(*sys.argv[2:])
    else:
        from benchmarks.each_database import measure_on_each

        measure_on_each("benchmarks.crowded_daily", __doc__, databases=["sqlite"], sizes=SIZES)
