"""A site of real parts: a database, Redis, web processes and a worker. Each can go and come back."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.utils import timezone
from pytest_django import DjangoDbBlocker

from competitions.jobs.workers import QUEUES, SOLVING
from config.site.ports import accepts_connections
from evendeal import Client
from tests.servers.daphne import ROOT, TESTED, environment
from tests.servers.fixtures import connected_to
from tests.servers.forking import Forked, forked, managed
from tests.servers.ports import own_port
from tests.servers.running import wait_for

from .crowd import Crowd
from .invariants import Stored, check, told

SLOW = 2
"""How many times as long as promised a site may take here, where it shares two cores with its players and
watchers."""


@contextmanager
def promised(within_s: float, what: str) -> Iterator[None]:
    """Print how long the block takes, which is promised within so many seconds."""
    begun = time.monotonic()
    yield
    took = time.monotonic() - begun
    print(f"{what}: {took:.2f} s, promised within {within_s:g} s")
    assert took < SLOW * within_s, f"{what}: {took:.2f} s"


class Part:
    """What is started by a context, as often as needed; `now` is what the context gave."""

    def __init__(self, start: Callable[[], AbstractContextManager[Any]]) -> None:
        self._start, self._stack = start, ExitStack()
        self.now: Any = None

    def start(self) -> None:
        self.now = self._stack.enter_context(self._start())

    def stop(self) -> None:
        self._stack.close()

    @contextmanager
    def gone(self) -> Iterator[None]:
        """Without it, until the block ends."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def kill(self) -> None:
        """Kill its process, and start another."""
        self.now.kill()
        self.now.wait()
        self.stop()
        self.start()


class Site:
    """The processes of a site on a database, and the servers that are ours to stop."""

    def __init__(self, database_url: str, web: list[Part], urls: list[str], blocker: DjangoDbBlocker) -> None:
        self.database_url, self.web, self.urls, self._blocker = database_url, web, urls, blocker

    @contextmanager
    def database(self) -> Iterator[None]:
        """The tables of the site are those of this process, too."""
        with self._blocker.unblock(), connected_to(self.database_url):
            yield

    @contextmanager
    def under_load(self) -> Iterator[Crowd]:
        """A crowd plays and watches, until the block ends. Afterwards, the invariants hold, and every process
        tells the standings that follow from the logs."""
        with ExitStack() as stack:
            crowd = Crowd(self.urls, stack)
            with crowd.at_it():
                yield crowd
            with self.database():
                for contest, answered in crowd.answered.items():
                    places = check(Stored(contest), answered, timezone.now())
                    for url in self.urls:
                        with Client(url) as anyone:
                            assert told(list(anyone.rows(contest))) == places


def web_process(
    folder: Path, settings: Mapping[str, str], idle: tuple[str, ...], application: str = TESTED
) -> tuple[Part, str]:
    """A web process, which works on all queues but the `idle` ones, and its address."""
    port, log = own_port(), folder / "web.log"

    @contextmanager
    def start() -> Iterator[Forked]:
        with forked([str(port), application, *idle], log, cwd=ROOT, env=environment(settings)) as process:
            wait_for(process, partial(accepts_connections, port), log)
            yield process

    return Part(start), f"http://127.0.0.1:{port}"


def worker(folder: Path, settings: Mapping[str, str]) -> Part:
    """A worker of all queues but the solvers'."""
    queues = ",".join(queue for queue in QUEUES if queue != SOLVING)
    command, log, env = ["worker", "--queues", queues], folder / "worker.log", environment(settings)
    return Part(lambda: managed(command, log, cwd=ROOT, env=env))
