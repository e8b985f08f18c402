"""What it costs a visitor when another address sends as much as it can.

Servers as `manage.py serve` starts them, with few and with many descriptors, and one visitor who in turns
asks for the standings of a contest and sends a log. Another address has a thousand connections and asks for
pages over all of them as fast as it is answered; or opens five hundred sockets, or streams, at once. Then
twenty strangers open sockets, send tiny frames until they are cut, and come again at once: texts, pings, and
texts at the socket of an attempt that is not theirs. The floor is the same visitor in quiet, measured before
and after.

    python -m benchmarks.floods [SECONDS]
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import resource
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.config.server.wires import PING, TEXT, flood, frame, handshake, opened
from tests.servers.daphne import environment
from tests.servers.running import running, wait_for

CONNECTIONS = 1_000
AT_ONCE = 500
SOCKETS = 20
SECONDS = 5.0
DESCRIPTORS = (2_048, 20_000)
MOST_MS = 1_000
"""What no flood of one address may cost a visitor."""
PAUSE_S = 0.02
ADDRESS = re.compile(r"Evendeal is at (http://\S+)/ ")


def post(url: str, path: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@contextlib.contextmanager
def serving(descriptors: int) -> Iterator[tuple[str, int]]:
    """The address of a server, and its process."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command: list[str | Path] = [
            sys.executable,
            ROOT / "manage.py",
            "serve",
            "--port",
            "0",
            "--data",
            f"{folder}/data",
        ]
        with running(command, log, cwd=ROOT, env=environment({}), preexec_fn=limited) as process:
            wait_for(process, lambda: bool(ADDRESS.search(log.read_text())), log)
            found = ADDRESS.search(log.read_text())
            assert found
            yield found[1], process.pid


class Waits(NamedTuple):
    """How long each answer took, in milliseconds."""

    reads: list[float]
    logs: list[float]


class Visitor:
    """Reads and plays in a contest of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = post(url, "guests", {"name": "Visitor"})["token"]
        plan = {"name": "Open", "play": "open", "attempts": None, "rounds": [{"game": "three-by-three"}]}
        self.contest = post(url, "competitions", plan, self.token)["id"]
        self.path = f"/api/v1/competitions/{self.contest}"
        post(url, f"competitions/{self.contest}/entries", {}, self.token)

    def visit(self, seconds: float) -> Waits:
        waits = Waits([], [])
        body = json.dumps({"moves": ["turn w"]}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=120)

        def ask(into: list[float], *request: Any) -> None:
            asked = time.perf_counter()
            connection.request(*request)
            answer = connection.getresponse()
            answer.read()
            assert answer.status in (200, 201), answer.status
            into.append((time.perf_counter() - asked) * 1e3)
            time.sleep(PAUSE_S)

        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            ask(waits.reads, "GET", f"{self.path}/standings")
            ask(waits.logs, "POST", f"{self.path}/rounds/1/logs", body, headers)
        connection.close()
        return waits


def crowd(
    url: str, source: str, request: bytes, number: int, again: bool, seconds: float, begun: Any, answers: Any
) -> None:
    """That many connections of one address, at once: each asks again as soon as it is answered, or stays."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    end = time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < end:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
                with contextlib.closing(writer):
                    while time.monotonic() < end:
                        writer.write(request)
                        head = (await reader.readuntil(b"\r\n\r\n")).lower()
                        answers[int(head.split()[1]) == 503] += 1
                        if not again:
                            await asyncio.sleep(end - time.monotonic())
                        length = re.search(rb"content-length: (\d+)", head)
                        await reader.readexactly(int(length[1]) if length else 0)
                        if b"connection: close" in head:
                            break

    async def all_of_them() -> None:
        begun.set()
        await asyncio.gather(*(one() for _ in range(number)))

    asyncio.run(all_of_them())


def beside(
    visitor: Visitor, source: str, request: bytes, number: int, again: bool, seconds: float
) -> tuple[Waits, str]:
    """The visitor's waits beside a crowd, and how often that was answered and refused."""
    context = get_context("spawn")
    begun, answers = context.Event(), context.Array("i", 2, lock=False)
    asked = (visitor.url, source, request, number, again, seconds, begun, answers)
    strangers = context.Process(target=crowd, args=asked, daemon=True)
    strangers.start()
    begun.wait(60)
    waits = visitor.visit(seconds)
    strangers.join(seconds + 60)
    return waits, f"{answers[0]} answered, {answers[1]} refused"


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


def under(visitor: Visitor, sockets: str, data: bytes, seconds: float) -> tuple[Waits, int]:
    """The visitor's waits while strangers flood the socket at `sockets`, and how often one was cut."""
    context = get_context("spawn")
    cuts = context.Value("i", 0)
    strangers = context.Process(
        target=attack, args=(visitor.url, sockets, data, seconds + 1, cuts), daemon=True
    )
    strangers.start()
    while not cuts.value and strangers.is_alive():
        time.sleep(0.01)
    waits = visitor.visit(seconds)
    strangers.join(seconds + 60)
    return waits, cuts.value


def show(name: str, waits: Waits, floor: Waits, note: str = "") -> bool:
    """Print a line for reads and one for logs; whether nobody waited longer than they may."""
    for kind, some, base in ("read", waits.reads, floor.reads), ("log", waits.logs, floor.logs):
        percent, quiet = (quantiles(each, n=100, method="inclusive") for each in (some, base))
        print(
            f"{name:<34}{kind:<5}{percent[49]:>9.1f}{percent[98]:>9.1f}{max(some):>9.1f}"
            f"{percent[49] / quiet[49]:>10.1f}{percent[98] / quiet[98]:>9.1f}  {note}",
            flush=True,
        )
    return max(*waits.reads, *waits.logs) < MOST_MS


def measure(url: str, pid: int, seconds: float) -> bool:
    """Print the visitor's waits beside all crowds and floods; whether all of them were short enough."""
    visitor = Visitor(url)

    def left() -> str:
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        return (
            f"{len(os.listdir(f'/proc/{pid}/fd'))} descriptors, {int(memory[1]) // 1024 if memory else 0} MiB"
        )

    visitor.visit(1)
    quiet = visitor.visit(seconds)
    good = show("quiet (the floor)", quiet, quiet, left())
    page = b"GET /c/%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % visitor.contest.encode()
    stream = b"GET %b/stream HTTP/1.1\r\nHost: localhost\r\n\r\n" % visitor.path.encode()
    watching = f"/ws/v1/competitions/{visitor.contest}"
    # Each from an address of its own, as none may open so many sockets again within half a minute.
    for name, source, request, number, again in (
        (f"{CONNECTIONS} connections ask for pages", "127.0.0.9", page, CONNECTIONS, True),
        (f"{AT_ONCE} sockets opened at once", "127.0.0.10", handshake(watching), AT_ONCE, False),
        (f"{AT_ONCE} streams opened at once", "127.0.0.11", stream, AT_ONCE, False),
    ):
        waits, note = beside(visitor, source, request, number, again, seconds)
        good &= show(name, waits, quiet, note)
    for name, sockets, data in (
        ("texts to a contest", watching, frame(TEXT, b"x")),
        ("pings to a contest", watching, frame(PING)),
        ("texts to an attempt", "/ws/v1/attempts/nothing", frame(TEXT, b"x")),
    ):
        waits, cuts = under(visitor, sockets, data, seconds)
        good &= show(f"{SOCKETS} times {name}", waits, quiet, f"{cuts} sockets cut")
    return show("quiet again", visitor.visit(seconds), quiet, left()) and good


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    good = True
    for descriptors in DESCRIPTORS:
        columns = f"{'p50':>9}{'p99':>9}{'most':>9}{'p50/floor':>10}{'p99/floor':>9}"
        print(f"{f'a visitor in ms, {descriptors} descriptors':<39}{columns}")
        with serving(descriptors) as (url, pid):
            good &= measure(url, pid, seconds)
    print(f"\nNobody waits {MOST_MS} ms:", "yes" if good else "NO")
    sys.exit(not good)


if __name__ == "__main__":
    main()
