"""Fixtures that hand out real servers and databases: those that are shared, or else their own."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from competitions.jobs.workers import SOLVING
from config.environment import database_from

from . import daphne, postgres, redis
from .databases import ALIKE
from .forking import forked
from .running import PATIENCE_S
from .shared import places_for

StartDaphne = Callable[..., daphne.Daphne]

IDLE = (SOLVING,)
"""Solvers would think about every contest that a test closes."""


@pytest.fixture(scope="session")
def shared(pytestconfig: pytest.Config) -> Mapping[str, str]:
    return places_for(pytestconfig)


@pytest.fixture(scope="session")
def postgres_server(shared: Mapping[str, str]) -> Iterator[str]:
    """The URL of the maintenance database of a real PostgreSQL server."""
    if shared:
        yield shared["postgres_server"]
        return
    with postgres.server(os.environ) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url(postgres_server: str, migrated_postgres: str) -> Iterator[str]:
    """The URL of a migrated database on a real PostgreSQL server; the whole session shares it."""
    with postgres.database(postgres_server, template=postgres.name_of(migrated_postgres)) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(
    shared: Mapping[str, str], worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The URL of a database of this worker's on a real Redis server; the whole session shares it."""
    if shared:
        yield urlunsplit(urlsplit(shared["redis_url"])._replace(path=f"/{1 + int(worker_id[2:]) % 15}"))
        return
    with redis.server(os.environ, tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_postgres(shared: Mapping[str, str], postgres_server: str) -> Iterator[str]:
    """A database to copy, which nobody may stay connected to."""
    if shared:
        yield shared["migrated_postgres"]
        return
    with postgres.database(postgres_server) as url:
        daphne.migrate(url)
        yield url


@pytest.fixture(scope="session")
def migrated_sqlite(shared: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file to copy."""
    if shared:
        return Path(shared["migrated_sqlite"])
    file = tmp_path_factory.mktemp("sqlite") / "migrated.sqlite3"
    daphne.migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """The URL of a migrated SQLite file that this test alone has."""
    return f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'evendeal.sqlite3')}"


@pytest.fixture(scope="session")
def emptied_postgres(postgres_server: str, migrated_postgres: str) -> Iterator[str]:
    """The URL of a migrated database for one test after the other, each of which empties it first."""
    with postgres.database(postgres_server, template=postgres.name_of(migrated_postgres)) as url:
        yield url


@pytest.fixture(params=ALIKE)
def any_database(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The URL of a migrated database that this test alone has: SQLite, and with `--all` PostgreSQL too.

    Django in this process works on it as well, in every thread and with real
    commits, so the test takes no other database fixture or mark. A thread that
    used the database closes its connection before it ends.
    """
    with contextlib.ExitStack() as stack:
        if request.param == "sqlite":
            url = request.getfixturevalue("sqlite_url")
        else:
            url = request.getfixturevalue("emptied_postgres")
            postgres.empty(url)
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(connected_to(url))
        yield url


@pytest.fixture
def daphne_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StartDaphne]:
    """Starts Evendeal on real Daphne processes: `daphne_server(env={}, processes=1)`, as often as needed.

    `env` holds settings like DATABASE_URL (of a migrated database) and
    REDIS_URL. Without them: a new SQLite file, which the processes share, and
    the in-memory layer. Everything ends with the test.
    """
    with contextlib.ExitStack() as stack:

        def start(env: dict[str, str] | None = None, processes: int = 1) -> daphne.Daphne:
            folder = tmp_path_factory.mktemp("daphne")
            settings = {"DATA_DIR": str(folder), **(env or {})}
            if "DATABASE_URL" not in settings:
                migrated = request.getfixturevalue("migrated_sqlite")
                settings["DATABASE_URL"] = f"sqlite:///{shutil.copy(migrated, folder / 'evendeal.sqlite3')}"
            embedded = settings["DATABASE_URL"].startswith("sqlite")
            application = daphne.TESTED if embedded else daphne.PATIENT
            return stack.enter_context(daphne.serving(settings, folder, processes, application, forked, IDLE))

        yield start


@pytest.fixture(scope="session")
def two_on_sqlite(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[daphne.Daphne]:
    """Two processes on one SQLite file, each with its own channel layer in memory; all tests share them."""
    folder = tmp_path_factory.mktemp("two-on-sqlite")
    database = shutil.copy(migrated_sqlite, folder / "evendeal.sqlite3")
    settings = {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{database}"}
    with daphne.serving(settings, folder, 2, daphne.TESTED, forked, IDLE) as servers:
        yield servers


@pytest.fixture(scope="session")
def two_on_postgres(
    postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[daphne.Daphne]:
    """Two processes on one PostgreSQL and one Redis; all tests share them."""
    folder = tmp_path_factory.mktemp("two-on-postgres")
    settings = {"DATA_DIR": str(folder), "DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with daphne.serving(settings, folder, 2, daphne.PATIENT, forked, IDLE) as servers:
        yield servers


@contextlib.contextmanager
def connected_to(url: str, **changed: str) -> Iterator[None]:
    """Django's default connection in every thread of this process, for as long as it lasts; `changed` are
    settings of that database."""
    usual = connections.settings["default"]
    connections["default"].close()
    del connections["default"]
    database = database_from(url, connections=24) | changed
    if pool := database["OPTIONS"].get("pool"):
        # The server is there: on a busy machine a new connection to it may take longer than a user waits.
        pool["timeout"] = PATIENCE_S
    connections.settings["default"] = connections.configure_settings({"default": database})["default"]
    try:
        yield
    finally:
        connections["default"].close()
        if hasattr(connections["default"], "close_pool"):
            connections["default"].close_pool()
        del connections["default"]
        connections.settings["default"] = usual
