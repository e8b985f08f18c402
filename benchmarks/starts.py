"""How long `manage.py serve` takes from the command to the first page, on a database that is there already.

The floor beside it is a process that imports the same frameworks, sets up a bare Django and ends; starts
of the two alternate, so that the ratio means the same on a busy machine. The seconds of a processor are
those of the process until it listens. `python -X importtime -c "import config.asgi"` says where they go.

    python -m benchmarks.starts
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.servers.daphne import environment, migrate
from tests.servers.running import running

ROUNDS = 7
MOST_S = 1.0
MOST_RATIO = 1.25
MOST_FIRST_PAGE_MS = 150.0

FRAMEWORKS = """
import daphne.server
import django
from django.conf import settings

apps = ["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"]
settings.configure(INSTALLED_APPS=apps, DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3"}})
django.setup()

import channels.auth, django.core.handlers.asgi, rest_framework.views
"""
ADDRESS = re.compile(r"Evendeal is at (http://\S+)/ ")
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Startup(NamedTuple):
    wall_s: float
    cpu_s: float
    first_ms: float
    """The first page, from the address to the last byte."""
    next_ms: float
    """The same page once more."""


def started(folder: Path, number: int) -> Startup:
    log = folder / f"{number}.log"
    command = [sys.executable, "manage.py", "serve", "--port", "0", "--data", str(folder)]
    begun = perf_counter()
    with running(command, log, cwd=ROOT, env=environment({"DATABASE_URL": _url(folder)})) as process:
        while not (address := ADDRESS.search(log.read_text() if log.exists() else "")):
            if process.poll() is not None:
                raise RuntimeError(log.read_text())
            sleep(0.002)
        wall_s, cpu_s = perf_counter() - begun, _used_by(process.pid)
        first_ms, next_ms = (_page_ms(address[1]) for _ in range(2))
    return Startup(wall_s, cpu_s, first_ms, next_ms)


def _used_by(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) * TICK_S


def _page_ms(url: str) -> float:
    asked = perf_counter()
    with urllib.request.urlopen(f"{url}/") as answer:
        answer.read()
    return (perf_counter() - asked) * 1e3


def floor() -> tuple[float, float]:
    """The seconds of the clock and of a processor that the frameworks take."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, "-c", FRAMEWORKS], cwd=ROOT, env=environment({}), check=True)
    wall_s, after = perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall_s, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'evendeal.sqlite3'}"


def main() -> int:
    """Print the figures; the exit status is 1 if a target is missed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        migrate(_url(folder))
        started(folder, 0), floor()  # whose modules may be compiled only now
        starts, floors = zip(*((started(folder, n), floor()) for n in range(1, ROUNDS + 1)), strict=True)
    wall_s, cpu_s, first_ms, next_ms = map(median, zip(*starts, strict=True))
    floor_wall_s, floor_cpu_s = map(median, zip(*floors, strict=True))
    ratio = median(start.cpu_s / frameworks for start, (_, frameworks) in zip(starts, floors, strict=True))
    print(f"{ROUNDS} starts; medians")
    print(f"{'':14}{'s':>8}{'CPU s':>8}")
    print(f"{'frameworks':14}{floor_wall_s:8.2f}{floor_cpu_s:8.2f}")
    print(f"{'manage.py serve':14}{wall_s:7.2f}{cpu_s:8.2f}")
    print(f"\n{wall_s:.2f} s (at most {MOST_S}), CPU ratio {ratio:.2f} (at most {MOST_RATIO}); ", end="")
    print(f"first page {first_ms:.0f} ms (at most {MOST_FIRST_PAGE_MS:.0f}), the next {next_ms:.0f} ms")
    return 0 if wall_s <= MOST_S and ratio <= MOST_RATIO and first_ms <= MOST_FIRST_PAGE_MS else 1


if __name__ == "__main__":
    sys.exit(main())
