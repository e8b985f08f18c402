"""What every test stands on: a database file of its own, real servers, a browser, and no test skipped."""

import gc
import shutil
import sys
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache

from competitions.standings import memory, standings
from competitions.standings.memory import Fields
from competitions.web.buckets import buckets, own_buckets
from config.setup.door import WITHOUT_EXTRAS
from tests import timing
from tests.deals import certain_seeds
from tests.requests import as_a_server_does
from tests.servers.chromium import ARGUMENTS, CHROMIUM, WHOLE
from tests.servers.fixtures import (
    any_database,
    daphne_server,
    emptied_postgres,
    migrated_postgres,
    migrated_sqlite,
    postgres_server,
    postgres_url,
    redis_url,
    shared,
    sqlite_url,
    two_on_postgres,
    two_on_sqlite,
)
from tests.servers.shared import Shared

__all__ = [
    "any_database",
    "daphne_server",
    "emptied_postgres",
    "migrated_postgres",
    "migrated_sqlite",
    "postgres_server",
    "postgres_url",
    "redis_url",
    "shared",
    "sqlite_url",
    "two_on_postgres",
    "two_on_sqlite",
]

# What is imported and collected stays to the end: nobody looks through it for garbage, now or later.
gc.disable()


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> Fields:
    """The fields of standings that this process remembers, for this test alone: also in a transaction, which
    every test without threads is."""
    monkeypatch.setattr(memory, "transaction", SimpleNamespace(get_autocommit=lambda: True))
    monkeypatch.setattr(standings, "FIELDS", remembered := Fields(10_000))
    return remembered


pytest.register_assert_rewrite(
    "tests.clients", "tests.faults", "tests.frontend", "tests.fuzz", "tests.realtime", "tests.play"
)

NO_BROWSER = "no Chromium on the PATH"


# The same examples in every run: whoever runs the tests for the first time meets no new one.
hypothesis.settings.register_profile("the same", derandomize=True, deadline=None)
hypothesis.settings.load_profile("the same")


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "tell at the end which files of tests took how many seconds, of the clock and of the processors"
    parser.addoption(timing.OPTION, action="store_true", help=help)
    parser.addoption("--days", type=int, default=1000, help="how many days to simulate")
    parser.addoption("--minutes", type=float, default=0, help="how long each test of tests/fuzz searches")
    parser.addoption("--seed", type=int, default=1, help="from which simulated days and odd requests follow")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption(timing.OPTION):
        config.pluginmanager.register(timing.Timing())
    if config.getoption("numprocesses") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Shared())


@pytest.fixture(scope="session")
def django_db_keepdb(shared: Mapping[str, str]) -> bool:
    """Keep the database that is there before the tests, if the workers share one to copy: see below."""
    return bool(shared)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(shared: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite tests in a file, as in real life: the in-memory database locks whole tables between threads."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        if shared:
            shutil.copy(shared["migrated_sqlite"], file)
        database["TEST"]["NAME"] = str(file)
        careless = database["OPTIONS"]["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        database["OPTIONS"] = {**database["OPTIONS"], "init_command": careless}


@pytest.fixture(autouse=True, scope="session")
def requests_as_on_a_server(django_test_environment: None) -> Iterator[None]:
    """What a request costs here, it costs on a server."""
    with as_a_server_does():
        yield


@pytest.fixture(autouse=True)
def limits_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts with unused limits, and reading takes no time by their clock."""
    buckets.cache_clear()
    own_buckets.cache_clear()
    cache.clear()
    monkeypatch.setattr("frontend.requests.middleware.thread_time", lambda: 0.0)


@pytest.fixture(autouse=True)
def ladders_unused() -> None:
    """Every test begins with empty tables, and so with ladders without rounds, if this process has any."""
    if rating := sys.modules.get("competitions.ratings.rate_rounds"):
        rating.GAMES_RATED.update({slug: rating.RatedGame(slug) for slug in rating.GAMES_RATED})


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The steady clock of the limits, in seconds: it stands still until it is set, and no bucket fills."""
    moment = [1000.0]
    for module in ("web.buckets", "outages"):
        monkeypatch.setattr(f"competitions.{module}.monotonic", lambda: moment[0])
    return moment


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The random seeds of the rounds that are made in this process: about one deal of Wish in a hundred is
    over before the first move."""
    seeds = certain_seeds()
    monkeypatch.setattr("competitions.contests.create.random_seed", lambda: next(seeds))


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limits: requests come faster than from any player."""
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
    monkeypatch.setattr("competitions.web.limits.seconds_to_wait", lambda *_: 0.0)


# The browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ARGUMENTS}


def _needs_a_browser(item: pytest.Item) -> bool:
    return "playwright" in getattr(item, "fixturenames", ())


# Who runs what, and when


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests that share servers or a browser go to one worker, so that these start once.

    All that need a browser are one file of them for each worker where there are those that take long, too.
    Sites under load go to one worker, so that there is one at a time.
    """
    if item.get_closest_marker("faults"):
        simulated = item.path.stem == "test_simulator"
        item.add_marker(pytest.mark.xdist_group("simulated days" if simulated else "a site under load"))
    elif _needs_a_browser(item):
        few = item.config.option.markexpr == WITHOUT_EXTRAS[1]
        item.add_marker(pytest.mark.xdist_group("a browser" if few else f"a browser for {item.path.stem}"))
    elif {"sites", "two_on_sqlite", "two_on_postgres"}.intersection(getattr(item, "fixturenames", ())):
        where = item.callspec.params.get("sites") if hasattr(item, "callspec") else None
        postgres = "two_on_postgres" in item.fixturenames or where in ("postgresql", "two processes")
        database = "PostgreSQL" if postgres else "SQLite"
        item.add_marker(pytest.mark.xdist_group(f"two servers on {database}"))


def _turn(item: pytest.Item) -> int:
    """Where a test stands in the order: what takes long first, so that none of it is the last to end.

    Tests that share a browser or servers take long together.
    """
    if _needs_a_browser(item):
        return 0
    return 1 if item.get_closest_marker("xdist_group") else 2 if item.get_closest_marker("long") else 3


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)
    if not WHOLE:
        for item in filter(_needs_a_browser, items):
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_collection_finish() -> None:
    """From here on garbage is searched for, in larger heaps than Python would: what tests load while they run
    stays as well, and each search through all of that takes a tenth of a second."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Pytest has just searched everything, for what garbage still has to say. It does so a second time."""
    gc.freeze()


# Nothing else is ever skipped


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: pytest.TestReport = yield
    if report.skipped and not hasattr(report, "wasxfail") and NO_BROWSER not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"Tests run or fail, they are not skipped: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Without a browser: one loud line."""
    skipped = terminalreporter.stats.get("skipped", ())
    missed = [report for report in skipped if NO_BROWSER in str(report.longrepr)]
    if missed:
        line = f"{len(missed)} PAGE TESTS DID NOT RUN: {NO_BROWSER}. On Debian: apt install chromium"
        terminalreporter.write_line(line, red=True, bold=True)
