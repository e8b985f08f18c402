"""A real site, a real Chromium, and what the tests do to both."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from games import GAMES
from games.replay import Replayed, replay
from tests.clients.rest import Client, over_http
from tests.servers.daphne import TESTED, serving
from tests.servers.running import PATIENCE_S

from .browsers import PLAIN, Browsers

SCREENSHOTS = Path(__file__).parents[3] / "screenshots"
PATIENCE_MS = PATIENCE_S * 1000 / 4
"""Shorter than for servers: what a page never comes to show is told before the test is ended."""
expect.set_options(timeout=PATIENCE_MS)
SEED = "the-pages-are-tested-with-this-deal"


class Api:
    """Another client of the same site: who plays while the browsers watch."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = url, token

    def call(self, path: str, body: Any = None) -> Any:
        """The body of an answer that is no refusal."""
        client = Client(over_http(self.url), self.token)
        answer = client.get(f"/{path}") if body is None else client.post(f"/{path}", body)
        assert answer.status < 300, answer.raw
        return answer.body

    def guest(self, name: str) -> "Api":
        return Api(self.url, self.call("guests", {"name": name})["token"])

    def contest(self, *games: str, **settings: Any) -> str:
        """The id of a contest that is open, every round on the seed of these tests."""
        rounds = [{"game": game, "seed": SEED} for game in games or ("three-by-three",)]
        body = {"name": "Friday evening", "play": "open", "attempts": None, "rounds": rounds, **settings}
        return self.call("competitions", body)["id"]

    def join(self, contest: str) -> "Api":
        self.call(f"competitions/{contest}/entries", {})
        return self

    def play(self, contest: str, moves: list[str], number: int = 1) -> str:
        """The id of the log."""
        answer = self.call(f"competitions/{contest}/rounds/{number}/logs", {"moves": moves})
        assert answer["verdict"] == "accepted", answer
        return answer["id"]


def beginnings(game: str, games: int = 30) -> dict[int, list[str]]:
    """Moves of the tests' deal by the score they lead to, the best score first."""
    found: dict[int, list[str]] = {}
    for walk in range(games):
        chooser = random.Random(walk)
        table, moves = GAMES[game].deal(SEED, {}), []
        while legal := list(table.legal()):
            move = chooser.choice(legal)
            moves.append(move.text)
            table = move.after(table)
            found.setdefault(table.score, list(moves))
    for score, moves in found.items():
        played = replay(GAMES[game], SEED, {}, moves)
        assert isinstance(played, Replayed)
        assert played.score == score
    return dict(sorted(found.items(), reverse=GAMES[game].score_order == "highest"))


@pytest.fixture(scope="session")
def site(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that these tests share; each makes its own contests."""
    folder = tmp_path_factory.mktemp("site")
    database = folder / "evendeal.sqlite3"
    database.write_bytes(migrated_sqlite.read_bytes())
    settings = {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{database}"}
    with serving(settings, folder, application=TESTED) as daphne:
        yield daphne.url


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
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """A new browser, which has patience."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        return context

    return make


@pytest.fixture(scope="session")
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
    """A page of a browser that is as new. Nothing may go wrong in its console, unless `faults` expects it.

    A test that does to a browser what cannot be undone takes one `alone`: no other test has it afterwards.
    """
    heard: list[str] = []
    lent: list[tuple[Page, dict[str, Any]]] = []

    def listen(message: ConsoleMessage, faults: str | None) -> None:
        if message.type in ("error", "warning") and not (faults and re.search(faults, message.text)):
            heard.append(message.text)

    def open(url: str, *, faults: str | None = None, alone: bool = False, **options: Any) -> Page:
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


def make_move(page: Page, move: str) -> None:
    """Make a move as a player does, without a keyboard: press the piles that it names, or else the stock."""
    _, *piles = move.split()
    for pile in piles or ["stock"]:
        page.locator(f'[data-pile="{pile}"] [data-index]').last.click()


def names_on(page: Page) -> list[str]:
    """The players of the scoreboard from the top."""
    return page.locator(".board tbody .name bdi").all_inner_texts()


def expect_live(page: Page) -> None:
    expect(page.locator(".link-state")).to_have_text("Live")


def picture(page: Page, name: str, *, full_page: bool = True) -> None:
    """A screenshot for people to look at, in an ignored folder."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)


@pytest.fixture
def kit() -> SimpleNamespace:
    return SimpleNamespace(
        Api=Api,
        GAMES=GAMES,
        SEED=SEED,
        beginnings=beginnings,
        expect_live=expect_live,
        make_move=make_move,
        names_on=names_on,
        picture=picture,
    )
