"""What standings cost while a contest grows from a hundred entries to a hundred thousand, in six rounds.

*One more result* takes from the sending of a log, judged already, to the message for watchers, rendered:
what is stored, what is read again, and what moves. *Heard* is what each other process with watchers does: it
reads and renders the same; *not rendered* is what would be left of that if another process rendered for all.
*Reads* are answers of the API in Django's test client. *First reading* is what a process reads when it meets
a contest for the first time. Sizes take turns, so that the ratios mean the same on a busy machine; medians
are shown, and the seconds of the processor. The floor of the reads is the same client asking for one game,
for which nothing is looked up.

    python -m benchmarks.standings [sqlite] [postgresql] [--sizes 100,1000]
"""

import base64
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

SIZES = (100, 1_000, 10_000, 100_000)
ROUNDS = 6
RANKINGS = ("total", "matchpoints", "points")
RESULTS = 9
"""One more result each, for each ranking and size."""
READS = 15
NEWEST = 10**9
"""A version above all others."""
CROWD = 1_000
KNOWN = "page 1, not changed"
FEW = 10
"""Rows of a page that are asked for at 90 %, so that the smallest contest has as many."""


class Took(NamedTuple):
    wall_ms: float
    cpu_ms: float


def timed(act: Callable[[], Any]) -> Took:
    began = perf_counter(), process_time()
    act()
    return Took(1000 * (perf_counter() - began[0]), 1000 * (process_time() - began[1]))


def middle(took: Sequence[Took]) -> Took:
    return Took(median(each.wall_ms for each in took), median(each.cpu_ms for each in took))


def measure(sizes: Sequence[int]) -> None:
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    import benchmarks.database  # noqa: F401 - sets Django up
    from benchmarks.crowds import crowd, more_results
    from competitions.models import Competition
    from competitions.people.register import first_token
    from competitions.realtime.feed_queries import read_feed
    from competitions.standings import memory
    from competitions.standings.load import load

    settings.ALLOWED_HOSTS = ["*"]
    settings.LIMITS["work"] = {}
    settings.DEBUG = False
    client = Client()
    contests = {size: crowd(size, rounds=ROUNDS) for size in sizes}
    following = {size: more_results(contests[size]) for size in sizes}

    print(f"{'one more result':28}" + "".join(f"{size:>12}" for size in sizes) + "   largest / smallest")
    for ranking in RANKINGS:
        took: dict[int, list[Took]] = {size: [] for size in sizes}
        heard: dict[int, list[Took]] = {size: [] for size in sizes}
        unrendered: dict[int, list[Took]] = {size: [] for size in sizes}
        first: dict[int, Took] = {}
        queries: dict[int, int] = {}
        for size, competition in contests.items():
            Competition.objects.filter(pk=competition.pk).update(ranking=ranking)
            first[size] = timed(partial(read_feed, competition.pk, -1))
        for n in range(RESULTS + 2):
            for size, competition in contests.items():
                send = next(following[size])

                def read(known: int, pk: str = competition.pk) -> Took:
                    return timed(lambda: read_feed(pk, known))

                with CaptureQueriesContext(connection) if n == 0 else nullcontext() as asked:
                    sent, whole = timed(send), read(-1)
                if asked:
                    queries[size] = len(asked)
                if n > 1:  # the second warms up
                    took[size].append(Took(*map(sum, zip(sent, whole, strict=True))))
                    heard[size].append(whole)
                    unrendered[size].append(read(NEWEST))
        shown = {size: middle(each) for size, each in took.items()}
        ratio = shown[sizes[-1]].wall_ms / shown[sizes[0]].wall_ms
        line("first reading, ms", [first[size].wall_ms for size in sizes], of=ranking)
        line("ms", [each.wall_ms for each in shown.values()], of=ranking, ratio=ratio)
        line("ms of the processor", [each.cpu_ms for each in shown.values()], of=ranking)
        line("ms of it, heard", [middle(each).cpu_ms for each in heard.values()], of=ranking)
        line("ms of it, not rendered", [middle(each).cpu_ms for each in unrendered.values()], of=ranking)
        line("queries", [float(queries[size]) for size in sizes], of=ranking)

    loads: list[str] = []

    def counted(competition: Competition, *args: Any, **named: Any) -> Any:
        loads.append(competition.pk)
        return load(competition, *args, **named)

    largest = contests[sizes[-1]]
    players = [entry.player for entry in largest.entries.select_related("player")[: min(CROWD, sizes[-1])]]
    tokens = [first_token(player=player, now=largest.created_at) for player in players]
    next(following[sizes[-1]])()
    with patch.object(memory, "load", counted):
        crowded = timed(lambda: [ask(client, largest, "around=me", token) for token in tokens])
    print(
        f"\n{len(tokens)} players of {sizes[-1]} look at their neighbourhood after one more result: "
        f"{len(loads)} reading(s) of the standings, {crowded.wall_ms / len(tokens):.2f} ms each"
    )

    floor = median(timed(lambda: client.get("/api/v1/games/wish")).wall_ms for _ in range(READS))
    print(f"\nreads, ms; floor: GET of a game, {floor:.2f} ms")
    viewers = {
        size: first_token(player=each.entries.select_related("player")[size // 2].player, now=each.created_at)
        for size, each in contests.items()
    }
    reads: dict[str, Callable[[int], str]] = {
        "page 1": lambda size: "",
        KNOWN: lambda size: "",
        "its first rows": lambda size: f"limit={FEW}&cursor={cursor(0)}",
        "page at 90 %": lambda size: f"limit={FEW}&cursor={cursor(size * 9 // 10)}",
        "one round": lambda size: "round=3",
        "one round at 90 %": lambda size: f"round=3&limit={FEW}&cursor={cursor(size * 9 // 10)}",
        "around me": lambda size: "around=me",
    }
    for name, query in reads.items():
        found: dict[int, list[float]] = {size: [] for size in sizes}
        tags = {
            size: ask(client, each, query(size), viewers[size]) if name == KNOWN else None
            for size, each in contests.items()
        }
        for n in range(READS + 1):
            for size, each in contests.items():
                once = timed(partial(ask, client, each, query(size), viewers[size], tags[size]))
                if n:
                    found[size].append(once.wall_ms)
        shown_ms = [median(found[size]) for size in sizes]
        line(name, shown_ms, ratio=shown_ms[-1] / shown_ms[0])


def ask(client: Any, competition: Any, query: str, token: str, tag: str | None = None) -> str:
    """The tag of the answer; with a `tag`, it must be known already."""
    known = {} if tag is None else {"If-None-Match": tag}
    answer = client.get(
        f"/api/v1/competitions/{competition.pk}/standings?{query}",
        headers={"Authorization": f"Bearer {token}", **known},
    )
    assert answer.status_code == (200 if tag is None else 304), answer.content
    return str(answer["ETag"])


def cursor(start: int) -> str:
    """What leads to the rows from a place on."""
    return base64.urlsafe_b64encode(f"0>{start}".encode()).decode()


def line(name: str, figures: Sequence[float], *, of: str = "", ratio: float | None = None) -> None:
    shown = "".join(f"{figure:12.2f}" for figure in figures)
    print(
        f"{of + ', ' if of else ''}{name}".ljust(28) + shown + ("" if ratio is None else f"{ratio:12.2f}"),
        flush=True,
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure([int(size) for size in sys.argv[2].split(",")])
    else:
        from benchmarks.each_database import measure_on_each

        measure_on_each("benchmarks.standings", __doc__, databases=["sqlite", "postgresql"], sizes=SIZES)
