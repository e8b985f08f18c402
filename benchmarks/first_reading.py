"""What a page costs a visitor while a process reads the standings of a large contest for the first time.

One `manage.py serve` on SQLite, without workers, and a contest of 100,000 entries and six rounds that has
closed. Twenty visitors of as many addresses open its page in one moment, and come again when they are told
to, until each has it. Another visitor asks for the home page all the while. The floor is the same visitor
before that; the peer is the same beside the same twenty once the contest is read. Then the contest runs, and
a process starts: it reads the contest before it listens.

    python -m benchmarks.first_reading [--size 1000]
"""

import argparse
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from benchmarks.database import FOLDER  # isort: skip

from django.db import connection
from django.utils import timezone

from benchmarks.crowds import crowd
from competitions.models import Competition
from tests.servers.daphne import environment
from tests.servers.running import Process, running

SIZE = 100_000
ROUNDS = 6
VISITORS = 20
PROCESSES = 3
QUIET_S = 2.0
PAUSE_S = 0.02
MOST_MS = 500.0
"""What no other page may take meanwhile."""
ADDRESS = re.compile(r"Evendeal is at http://(\S+)/ ")


class Listening(NamedTuple):
    host: str
    process: Process
    started_s: float


@contextmanager
def serving(name: str) -> Iterator[Listening]:
    log = FOLDER / f"{name}.log"
    command = [sys.executable, "manage.py", "serve", "--port", "0", "--no-worker", "--data", str(FOLDER)]
    url = f"sqlite:///{FOLDER}/evendeal.sqlite3"
    began = perf_counter()
    with running(command, log, cwd=ROOT, env=environment({"DATABASE_URL": url})) as process:
        while not (address := ADDRESS.search(log.read_text() if log.exists() else "")):
            if process.poll() is not None:
                raise RuntimeError(log.read_text())
            sleep(0.005)
        yield Listening(address[1], process, perf_counter() - began)


def asked(host: str, path: str, source: str) -> tuple[int, float, int]:
    """The status, how many milliseconds it took, and after how many seconds to come again."""
    began = perf_counter()
    link = HTTPConnection(host, timeout=300, source_address=(source, 0))
    link.request("GET", path)
    answer = link.getresponse()
    answer.read()
    link.close()
    return answer.status, 1000 * (perf_counter() - began), int(answer.headers.get("Retry-After", 0))


def home_pages(host: str, until: threading.Event) -> list[float]:
    """How many milliseconds each home page took, one after the other."""
    took = []
    while not until.is_set():
        status, ms, _ = asked(host, "/", "127.0.0.2")
        assert status == 200, status
        took.append(ms)
        sleep(PAUSE_S)
    return took


def visit(host: str, path: str, source: str, waits: list[float]) -> None:
    """Ask for a page until it is there."""
    began = perf_counter()
    while (answer := asked(host, path, source))[0] == 503:
        sleep(answer[2])
    assert answer[0] == 200, answer
    waits.append(perf_counter() - began)


def in_quiet(host: str) -> list[float]:
    """The home page's milliseconds."""
    over = threading.Event()
    threading.Timer(QUIET_S, over.set).start()
    return home_pages(host, over)


def beside_visitors(host: str, path: str) -> tuple[list[float], list[float]]:
    """The home page's milliseconds beside the visitors, and the seconds that each of these waited."""
    waits: list[float] = []
    visitors = [
        threading.Thread(target=visit, args=(host, path, f"127.0.1.{n + 1}", waits)) for n in range(VISITORS)
    ]
    for each in visitors:
        each.start()
    over = threading.Event()

    def wait() -> None:
        for each in visitors:
            each.join()
        over.set()

    threading.Thread(target=wait).start()
    return home_pages(host, over), waits


def main() -> int:
    """Print the figures; the exit status is 1 if a page took too long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=SIZE)
    size = parser.parse_args().size
    event = crowd(size, rounds=ROUNDS)
    path = f"/c/{event.pk}"
    Competition.objects.filter(pk=event.pk).update(closes_at=timezone.now() - timedelta(minutes=20))
    connection.close()
    print(f"{size:,} entries, {VISITORS} visitors; {PROCESSES} processes")
    print(f"{'the home page, ms':28}{'median':>9}{'most':>9}   the visitors have their page after")
    most = []
    for number in range(PROCESSES):
        with serving(f"closed-{number}") as site:
            asked(site.host, "/", "127.0.0.2")
            show("quiet", in_quiet(site.host))
            reading, waits = beside_visitors(site.host, path)
            show("while the contest is read", reading, waits)
            show("once it is read", *beside_visitors(site.host, path))
        most.append(max(reading))
    Competition.objects.filter(pk=event.pk).update(closes_at=None)
    connection.close()
    with serving("running") as site:
        status, ms, _ = asked(site.host, path, "127.0.0.2")
        assert status == 200, status
    print(
        f"\nWhere it runs, a process listens after {site.started_s:.1f} s; its first page takes {ms:.0f} ms."
    )
    print(f"The home page takes {median(most):.0f} ms at most meanwhile; the goal is {MOST_MS:.0f}.")
    return int(median(most) > MOST_MS)


def show(name: str, pages: list[float], waits: Sequence[float] = ()) -> None:
    waited = f"   {min(waits):.1f} to {max(waits):.1f} s" if waits else ""
    print(f"{name:28}{median(pages):9.1f}{max(pages):9.1f}{waited}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
