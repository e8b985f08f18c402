"""A real site, and pages of it in a real Chromium."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.servers.chromium import WHOLE
from tests.servers.daphne import TESTED, serving
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked
from tests.servers.running import PATIENCE_S

from . import pictures
from .browsers import PLAIN, Browsers
from .moved import Calendar, site_by
from .players import Api

PATIENCE_MS = PATIENCE_S * 1000 / 4
"""Shorter than for servers, so that a test says what the page never showed before it is ended."""
expect.set_options(timeout=PATIENCE_MS)

EXPECTED = re.compile("Service Worker registration blocked|WebSocket is closed before the connection")
"""What the browser says where it may have no service worker; and when a page gives up a socket that a busy
machine does not open within eight seconds."""


@pytest.fixture(scope="session", autouse=True)
def pictures_taken(pytestconfig: pytest.Config) -> None:
    """Pictures are taken where somebody looks at them: not by the workers of a run of all tests."""
    pictures.taken = not hasattr(pytestconfig, "workerinput")


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """It ends with these tests, and the loop that it keeps running in this thread with it; Django must allow
    queries there all the same."""
    with sync_playwright() as started, pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    with closing(playwright.chromium.launch(**browser_type_launch_args)) as launched:
        yield launched


@pytest.fixture
def whole_browser(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Chromium with its windows, which alone installs pages and takes messages of push services."""
    with closing(
        playwright.chromium.launch(**browser_type_launch_args | {"executable_path": WHOLE})
    ) as launched:
        yield launched


@pytest.fixture(scope="package")
def browser_context_args() -> dict[str, Any]:
    """What the plugin adds to every new browser: nothing, as what it would add lasts as long as all tests."""
    return {}


@pytest.fixture(scope="package")
def mail_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site puts its mails."""
    return tmp_path_factory.mktemp("mails")


@pytest.fixture(scope="package")
def site_settings(
    migrated_sqlite: Path, mail_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Settings of the site that these tests share, on a new database."""
    folder = tmp_path_factory.mktemp("site")
    database = folder / "evendeal.sqlite3"
    database.write_bytes(migrated_sqlite.read_bytes())
    settings = {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{database}"}
    return {**settings, "EMAIL_URL": f"filemail://{mail_folder}"}


@pytest.fixture(scope="package")
def site(site_settings: dict[str, str]) -> Iterator[str]:
    """The address of that site; each test makes its own contests. Whoever needs an analysis makes it
    (`analyse_games`)."""
    folder = Path(site_settings["DATA_DIR"])
    with serving(site_settings, folder, application=TESTED, start=forked, idle=IDLE) as daphne:
        yield daphne.url


@pytest.fixture
def own_database(migrated_sqlite: Path, tmp_path: Path) -> dict[str, str]:
    """Settings of a site of its own, on a new database."""
    database = tmp_path / "evendeal.sqlite3"
    database.write_bytes(migrated_sqlite.read_bytes())
    return {"DATA_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{database}"}


@pytest.fixture
def calendar(tmp_path: Path) -> Calendar:
    return Calendar(tmp_path / "ahead")


@pytest.fixture
def moved(calendar: Calendar, own_database: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """A site by that clock. Its name is one of letters: no passkey is for an address of numbers."""
    with site_by(calendar, own_database, tmp_path) as url:
        yield url.replace("127.0.0.1", "localhost")


@pytest.fixture
def api(site: str) -> Api:
    return Api(site)


@pytest.fixture(scope="session")
def names() -> Callable[[str], str]:
    """A name that no other test has taken."""
    taken: dict[str, int] = {}

    def fresh(name: str) -> str:
        taken[name] = taken.get(name, 0) + 1
        return name if taken[name] == 1 else f"{name} {taken[name]}"

    return fresh


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]
) -> Callable[..., BrowserContext]:
    """A new browser that waits as long as a busy machine may need. No service worker stands between it and
    the site, unless a test asks for one; it has windows if it is to be `whole`."""

    def make(*, whole: bool = False, **options: Any) -> BrowserContext:
        new = request.getfixturevalue("whole_browser").new_context if whole else new_context
        context: BrowserContext = new(**{"service_workers": "block", **options})
        context.set_default_timeout(PATIENCE_MS)
        return context

    return make


@pytest.fixture(scope="package")
def browsers(browser: Browser, site: str) -> Iterator[Browsers]:
    """Browsers for one test after the other."""
    kept = Browsers(browser, site, PATIENCE_MS)
    yield kept
    for page in kept.free:
        page.context.close()


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext], browsers: Browsers
) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser as good as new. Its console may tell no fault but the expected `faults`.

    A test that changes a browser for good takes one `alone`: no other test gets it afterwards. What must be
    there when the page is opened, like the players who have joined, is made `before`, in the same browser
    without a page.
    """
    heard: list[str] = []
    lent: list[tuple[Page, dict[str, Any]]] = []

    def listen(message: ConsoleMessage, faults: str | None) -> None:
        expected = EXPECTED.search(message.text) or (faults and re.search(faults, message.text))
        if message.type in ("error", "warning") and not expected:
            heard.append(message.text)

    def open(
        url: str,
        *,
        faults: str | None = None,
        alone: bool = False,
        before: Callable[[BrowserContext], None] = lambda context: None,
        **options: Any,
    ) -> Page:
        alone = alone or not PLAIN.keys() >= options.keys()
        page = new_context(**options).new_page() if alone else browsers.take(**options)
        listeners = {
            "console": lambda message: listen(message, faults),
            "pageerror": lambda error: heard.append(str(error)),
        }
        for event, listener in listeners.items():
            page.on(event, listener)
        if not alone:
            lent.append((page, listeners))
        before(page.context)
        page.goto(url)
        return page

    yield open
    for page, listeners in lent:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        if request.node.rep_call.passed:
            browsers.give_back(page)
        else:
            page.context.close()
    assert heard == []
