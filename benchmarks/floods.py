"""What it costs other visitors when twenty sockets send as fast as they can.

One server as `manage.py serve` starts it, and one visitor who asks for the standings of a contest fifty times
a second. Strangers without an account open sockets, send tiny frames until they are cut, and come again at
once: texts, pings, and texts at the socket of an attempt that is not theirs. The floor is the same visitor in
quiet, measured before and after.

    python -m benchmarks.floods [SECONDS]
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.config.server.wires import PING, TEXT, Wire, flood, frame, opened
from tests.servers.daphne import environment
from tests.servers.running import running, wait_for

SOCKETS = 20
SECONDS = 5.0
PAUSE_S = 0.02
ADDRESS = re.compile(r"Evendeal is at (http://\S+)/ ")


def post(url: str, path: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@contextlib.contextmanager
def serving() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, ROOT / "manage.py", "serve", "--port", "0", "--data", f"{folder}/data"]
        with running(command, log, cwd=ROOT, env=environment({})) as process:
            wait_for(process, lambda: bool(ADDRESS.search(log.read_text())), log)
            found = ADDRESS.search(log.read_text())
            assert found
            yield found[1]


def visit(url: str, path: str, seconds: float) -> list[float]:
    """How long each answer took, in milliseconds."""
    waits = []
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=120)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        asked = time.perf_counter()
        connection.request("GET", path)
        connection.getresponse().read()
        waits.append((time.perf_counter() - asked) * 1e3)
        time.sleep(PAUSE_S)
    connection.close()
    return waits


def attack(url: str, path: str, data: bytes, seconds: float, cuts: Any) -> None:
    """Twenty threads that come again whenever they are cut; each stops by itself."""
    end = time.monotonic() + seconds

    def stranger() -> None:
        while time.monotonic() < end:
            with contextlib.suppress(OSError, EOFError, AssertionError), opened(url, path) as wire:
                while time.monotonic() < end:
                    if flood(wire, data, most=1 << 20):
                        with cuts.get_lock():
                            cuts.value += 1
                        break

    threads = [threading.Thread(target=stranger) for _ in range(SOCKETS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def under(url: str, path: str, sockets: str, data: bytes, seconds: float) -> tuple[list[float], int]:
    """The visitor's waits while strangers flood the socket at `sockets`, and how often one was cut."""
    context = get_context("spawn")
    cuts = context.Value("i", 0)
    strangers = context.Process(target=attack, args=(url, sockets, data, seconds + 1, cuts), daemon=True)
    strangers.start()
    while not cuts.value and strangers.is_alive():
        time.sleep(0.01)
    waits = visit(url, path, seconds)
    strangers.join(seconds + 60)
    return waits, cuts.value


def show(name: str, waits: list[float], floor: list[float], note: str = "") -> None:
    percent, base = quantiles(waits, n=100), quantiles(floor, n=100)
    print(
        f"{name:<28}{percent[49]:>9.1f}{percent[98]:>9.1f}{max(waits):>9.1f}"
        f"{percent[49] / base[49]:>9.1f}{percent[98] / base[98]:>9.1f}  {note}",
        flush=True,
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with serving() as url:
        token = post(url, "guests", {"name": "Organiser"})["token"]
        contest = post(url, "competitions", {"name": "Open", "rounds": [{"game": "wish"}]}, token)["id"]
        path, watching = f"/api/v1/competitions/{contest}/standings", f"/ws/v1/competitions/{contest}"
        visit(url, path, 1)
        quiet = visit(url, path, seconds)
        print(f"{'a visitor, in ms':<28}{'p50':>9}{'p99':>9}{'most':>9}{'p50/floor':>10}{'p99/floor':>9}")
        show("quiet (the floor)", quiet, quiet)
        for name, sockets, data in (
            ("texts to a contest", watching, frame(TEXT, b"x")),
            ("pings to a contest", watching, frame(PING)),
            ("texts to an attempt", "/ws/v1/attempts/nothing", frame(TEXT, b"x")),
        ):
            waits, cuts = under(url, path, sockets, data, seconds)
            show(f"{SOCKETS} times {name}", waits, quiet, f"{cuts} sockets cut")
        show("quiet again", visit(url, path, seconds), quiet)
        with Wire(url) as wire:
            assert wire.request(b"GET /api/v1/games HTTP/1.1")[0] == 200


if __name__ == "__main__":
    main()
