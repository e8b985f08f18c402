"""Sites that go through faults. Each test leaves its site as it was, as sites do by themselves."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from competitions.jobs.workers import QUEUES, SOLVING
from tests.servers import daphne, postgres, redis

from .parts import Part, Site, web_process, worker


@dataclass
class WholeSite:
    """Two web processes and a worker on PostgreSQL and Redis."""

    site: Site
    postgres: Part
    redis: Part
    worker: Part


@pytest.fixture(scope="session")
def whole_site(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[WholeSite]:
    folder = tmp_path_factory.mktemp("whole-site")
    with postgres.own_server() as start_postgres, ExitStack() as stack:
        crashing = Part(partial(start_postgres, end=signal.SIGQUIT))
        layer = Part(redis.own_server(folder))
        for part in (crashing, layer):
            part.start()
            stack.callback(part.stop)
        daphne.migrate(crashing.now)
        settings = {
            "DATA_DIR": str(folder),
            "DATABASE_URL": crashing.now,
            "REDIS_URL": layer.now,
            "WEBHOOK_PRIVATE": "1",
        }
        web, urls = zip(*(web_process(folder, settings, QUEUES) for _ in range(2)), strict=True)
        working = worker(folder, settings)
        for part in (*web, working):
            part.start()
            stack.callback(part.stop)
        site = Site(crashing.now, list(web), list(urls), django_db_blocker)
        yield WholeSite(site, crashing, layer, working)


@pytest.fixture
def small_site(sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """One process with its workers on an SQLite file."""
    settings = {"DATA_DIR": str(tmp_path), "DATABASE_URL": sqlite_url}
    web, url = web_process(tmp_path, settings, (SOLVING,))
    web.start()
    try:
        yield Site(sqlite_url, [web], [url], django_db_blocker)
    finally:
        web.stop()
