"""Evendeal itself, on real Daphne processes."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from config.site.ports import accepts_connections
from config.variables import VARIABLES

from .ports import own_port
from .running import Process, running, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
TESTED = "tests.servers.site:application"
"""The service with deals that are certain."""
PATIENT = "tests.servers.patient:application"
"""The same on a PostgreSQL that stays."""

SECRET = "T9vKx2LqYb7_mZ4cWd0RfHs6JgNp-u3EaXi8oCtVyB5kQl1wGzMrDhSn"
"""The secret of every server that a test starts."""


@dataclass(frozen=True)
class Daphne:
    """One or more processes of the same site; most tests need the first only."""

    processes: list[Process]
    urls: list[str]
    logs: list[Path]

    @property
    def process(self) -> Process:
        return self.processes[0]

    @property
    def url(self) -> str:
        """Without a slash at its end."""
        return self.urls[0]

    @property
    def ws_urls(self) -> list[str]:
        return [url.replace("http", "ws", 1) for url in self.urls]

    @property
    def ws_url(self) -> str:
        return self.ws_urls[0]

    @contextlib.contextmanager
    def never_says(self, word: str) -> Iterator[None]:
        """Fail if the processes log this word while this lasts."""
        before = [len(log.read_text()) for log in self.logs]
        yield
        for log, start in zip(self.logs, before, strict=True):
            said = log.read_text()[start:]
            assert word not in said, said[-4000:]


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with exactly these settings of Evendeal's. What is compiled is kept."""
    without = {*VARIABLES, "PYTHONDONTWRITEBYTECODE"}
    inherited = {name: value for name, value in os.environ.items() if name not in without}
    return {**inherited, "SECRET_KEY": SECRET, **settings}


def migrate(database_url: str, *until: str) -> None:
    """Bring the database at `database_url` up to date, or to the migration of this app and name, in a process
    of its own."""
    command = [sys.executable, ROOT / "manage.py", "migrate", *until, "--verbosity", "0", "--skip-checks"]
    done = subprocess.run(
        command, env=environment({"DATABASE_URL": database_url}), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{database_url} could not be migrated:\n{done.stderr}")


def started(arguments: list[str], log: Path, **popen: Any) -> AbstractContextManager[Process]:
    """The server of `serve` in a process of its own; `forking.forked` is the same, sooner."""
    return running([sys.executable, "-m", "tests.servers.serve", *arguments], log, **popen)


@contextlib.contextmanager
def serving(
    settings: Mapping[str, str],
    folder: Path,
    processes: int = 1,
    application: str = "config.asgi:application",
    start: Callable[..., AbstractContextManager[Process]] = started,
    idle: Sequence[str] = (),
) -> Iterator[Daphne]:
    """That many Daphne processes with these settings, each on a port of its own, all listening; none works on
    an `idle` queue."""
    site = Daphne([], [], [])
    with contextlib.ExitStack() as stack:
        ports = [own_port() for _ in range(processes)]
        for port in ports:
            log = folder / f"daphne-{port}.log"
            server = start([str(port), application, *idle], log, cwd=ROOT, env=environment(settings))
            process = stack.enter_context(server)
            site.processes.append(process)
            site.urls.append(f"http://127.0.0.1:{port}")
            site.logs.append(log)
        for process, port, log in zip(site.processes, ports, site.logs, strict=True):
            # It listens once all is loaded, and then answers those who are connected.
            wait_for(process, partial(accepts_connections, port), log)
        yield site
