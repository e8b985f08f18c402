"""Draws the pictures of the guides from pages of a real site, into `frontend/root/guides/`; those in another
language than English into a folder there.

    python -m tests.frontend.browser.draw_guides

A family plays the deals of the day on that site, and a club an evening: in each language with the same
results, which the texts beside the pictures tell. Run it when pages look different, or for a new language.
"""

import os
import random
import time
from base64 import b64decode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import django
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from config.setup.pages import build
from frontend.guides.guide import PICTURES
from games.language import ENGLISH
from tests.languages import texts_in
from tests.servers.analysing import analyse_games
from tests.servers.chromium import ARGUMENTS, CHROMIUM
from tests.servers.daphne import migrate, serving
from tests.servers.forking import forked
from tests.servers.running import PATIENCE_S
from tests.waiting import until

HOST: Final = "cards.example"
"""The name of the site in the pictures."""
MONDAY: Final = datetime(2027, 1, 11, 19, 30, tzinfo=UTC)
"""The first of the four evenings: the last is a Thursday."""
PHONE: Final = {"viewport": {"width": 390, "height": 600}, "device_scale_factor": 2}
WALL: Final = {"viewport": {"width": 960, "height": 540}, "device_scale_factor": 1.5}
QUALITY: Final = 70
"""Of a WebP picture, from 0 to 100."""

FAMILY: Final = ("Tom", "Lena", "Grandma", "Dad")
CLUB: Final = ("Ben", "Carla", "Anna", "David", "Ella", "Finn", "Grace", "Hugo")
CLASS: Final = ("Amir", "Bella", "Chen", "Dora", "Emil", "Fatma")

CHANCE: Final = "guides 1244"
"""What chance follows from. With it no two are level, neither in the family nor in the club."""

LOCALES: Final = {ENGLISH: ("en-GB", "Europe/London"), "de": ("de-DE", "Europe/Berlin")}
"""Where the readers of a language are."""

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "The Millers": "Die Müllers",
        "Tom": "Tom",
        "Lena": "Lena",
        "Grandma": "Oma",
        "Mum": "Mama",
        "Dad": "Papa",
        "Thursday at the club": "Donnerstag im Club",
        "Maths on Friday": "Mathe am Freitag",
        "Ms Berg": "Frau Berg",
    }
}
"""What people call themselves and their contests in a language, by what they do in English."""


def draw(playwright: Playwright, folder: Path, database: Path, language: str) -> None:
    """Draw all pictures in a language into `folder`, from a site on a new database, beside which it keeps its
    files."""
    from tests.servers.fixtures import IDLE  # after Django has been set up

    data = database.parent
    clock = data / "ahead"
    settings = {
        "DATA_DIR": str(data),
        "DATABASE_URL": f"sqlite:///{database}",
        "ALLOWED_HOSTS": f"{HOST},127.0.0.1",
    }
    drawing = Drawing(playwright, folder, clock, settings, language)
    drawing.go_to(MONDAY)
    moved = settings | {"CLOCK": str(clock)}
    with serving(
        moved, data, application="tests.servers.in_motion:application", start=forked, idle=IDLE
    ) as site:
        drawing.draw(site.url)


def apart(pairs: Sequence[str], chooser: random.Random) -> list[str]:
    """Some of these pairs, by chance, no two of which are on the same pile: they can be made at once."""
    chosen: list[str] = []
    taken: set[str] = set()
    for pair in chooser.sample(pairs, len(pairs)):
        piles = set(pair.split()[1:])
        if not piles & taken:
            chosen.append(pair)
            taken |= piles
    return chosen


class Player:
    """A player without pages, whose games the pages show."""

    def __init__(self, playwright: Playwright, url: str, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.playwright, self.url = playwright, url
        self.requests = playwright.request.new_context(base_url=f"{url}/api/v1/", extra_http_headers=headers)

    def guest(self, name: str) -> "Player":
        return Player(self.playwright, self.url, self.call("guests", {"name": name})["token"])

    def call(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        answer = self.requests.get(path) if body is None else self.requests.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def join(self, contest: str) -> None:
        self.call(f"competitions/{contest}/entries", {})

    def play(self, contest: str, number: int, chooser: random.Random) -> None:
        """Play a round of Wish to its end; chance chooses among the pairs that are seen."""
        attempt = self.call(f"competitions/{contest}/rounds/{number}/attempts", {})
        view = attempt["view"]
        while view["legal"]:
            moves = {"ply": view["ply"], "moves": apart(view["legal"], chooser)}
            view = self.call(f"attempts/{attempt['id']}/moves", moves)["view"]


class Drawing:
    def __init__(
        self, playwright: Playwright, folder: Path, clock: Path, settings: Mapping[str, str], language: str
    ) -> None:
        self.playwright, self.folder, self.clock, self.settings = playwright, folder, clock, settings
        self.chooser = random.Random(CHANCE)
        self.language = language
        texts = {english: text for english, text in texts_in(language).items() if text}
        self.words = {**texts, **NAMES.get(language, {})}

    def said(self, english: str) -> str:
        """A text or a name in the language of the pictures. Raises KeyError if it has none there."""
        return english if self.language == ENGLISH else self.words[english]

    def go_to(self, now: datetime) -> None:
        """Move the site's clock."""
        self.now = now
        part = self.clock.with_suffix(".part")
        part.write_text(str(now.timestamp() - time.time()))
        part.replace(self.clock)

    def draw(self, url: str) -> None:
        port = url.rpartition(":")[2]
        resolved = f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{port}"
        self.browser = self.playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, resolved])
        self.anybody = Player(self.playwright, url)
        self.played(self.family())
        self.evening()
        self.badges()
        self.browser.close()

    def family(self) -> str:
        """Four days of a circle; the deal of the first."""
        page = self.open("/circles", PHONE)
        page.get_by_label(self.said("Its name")).fill(self.said("The Millers"))
        page.get_by_role("textbox", name=self.said("Your name")).fill(self.said("Mum"))
        page.get_by_role("button", name=self.said("Start the circle")).click()
        circle = page.url.rpartition("/")[2].partition("?")[0]
        invite = page.locator(".share code", has_text="invite=").inner_text().rpartition("=")[2]
        members = [self.anybody.guest(self.said(name)) for name in FAMILY]
        for member in members:
            member.call(f"circles/{circle}/members", {"invite": invite})
        deals = []
        for day in range(4):
            self.go_to(MONDAY + timedelta(days=day))
            deals.append(self.wishes())
            for member in members[: 4 - day % 2]:
                member.join(deals[-1])
                member.play(deals[-1], 1, self.chooser)
        self.shoot(self.open(f"/circles/{circle}", PHONE, page), "circle", "#week")

        return deals[0]

    def played(self, deal: str) -> None:
        """What is told of a deal that is over, once its games are analysed."""
        analyse_games(deal, self.settings)
        result = self.open(f"/c/{deal}", PHONE)
        result.locator(".board-area td a").nth(1).click()
        expect(result.locator(".named-scores")).to_be_visible()
        self.shoot(result, "luck", "#decided")
        log = result.url.rpartition("/")[2].partition("#")[0]
        self.shoot(self.open(f"/verify?log={log}", PHONE), "verdict", "#verdict")
        luck = self.open(f"/c/{deal}/rounds/1/luck", PHONE)
        expect(luck.locator(".board tbody tr")).to_have_count(len(FAMILY))  # all are analysed
        self.shoot(luck, "without-luck", ".page-head")

    def evening(self) -> None:
        host = self.open("/new", PHONE)
        host.get_by_label(self.said("Your name")).fill("Olga")
        host.get_by_label(self.said("Name of the contest")).fill(self.said("Thursday at the club"))
        host.get_by_label(self.said("Game"), exact=True).first.select_option("wish")
        self.shoot(host, "presets", "#presets")
        host.get_by_role("button", name=self.said("Club night")).click()
        contest = host.url.rpartition("/")[2]

        guest = self.open(f"/c/{contest}", PHONE)
        guest.get_by_text(self.said("Proof that the deal was not changed")).first.click()
        self.shoot(guest, "fingerprint", "#rounds")
        guest.get_by_label(self.said("Your name")).fill("Ivy")
        self.shoot(guest, "joining", ".event-head")
        guest.get_by_role("button", name=self.said("Play round %(number)s") % {"number": 1}).click()
        guest.get_by_role("button", name=self.said("Deal the cards")).click()
        expect(guest.locator("[data-ply]")).to_be_visible()
        self.shoot(guest, "table")

        players = [self.anybody.guest(name) for name in CLUB]
        for index, player in enumerate(players):
            player.join(contest)
            for number in range(1, 4 + (index < 5)):
                player.play(contest, number, self.chooser)
        self.shoot(self.open(f"/c/{contest}/room", WALL), "wall")
        self.open(f"/c/{contest}/desk", PHONE, host)
        host.locator(".desk-row-acts summary").first.click()
        self.shoot(host, "desk", "#players")
        self.shoot(self.open(f"/c/{contest}", PHONE), "board", "#standings")
        for act in ("Close now", "Declare the results final"):
            host.get_by_role("link", name=self.said(act)).click()
            host.get_by_role("button", name=self.said(act)).click()
        host.locator("a[href$='/desk/certificates']").click()
        winners = self.open(host.url.partition(HOST)[2], WALL, host)
        winners.set_viewport_size(WALL["viewport"])
        self.shoot(winners, "certificates", ".certificates")

    def badges(self) -> None:
        teacher = self.open("/new", PHONE)
        teacher.get_by_label(self.said("Your name")).fill(self.said("Ms Berg"))
        teacher.get_by_label(self.said("Name of the contest")).fill(self.said("Maths on Friday"))
        teacher.get_by_role("button", name=self.said("Friends, one deal")).click()
        contest = teacher.url.rpartition("/")[2]
        self.open(f"/c/{contest}/desk/badges", PHONE, teacher)
        teacher.get_by_label(self.said("Names, one a line")).fill("\n".join(CLASS))
        teacher.get_by_role("button", name=self.said("Make the badges")).click()
        teacher.get_by_role("link", name=self.said("Print the badges")).click()
        self.shoot(teacher, "badges", ".paper-badges")

    def wishes(self) -> str:
        """The day's deal of Wish, once it is there."""

        def found() -> list[str]:
            deals = self.anybody.call(f"daily?date={self.now.date()}")["competitions"]
            wishes = [deal for deal in deals if deal["rounds"][0]["game"] == "wish"]
            return [deal["id"] for deal in wishes if deal["state"] == "running"]

        return until(found, f"There is no deal of {self.now.date()}")[0]

    def open(self, path: str, shape: Mapping[str, Any], page: Page | None = None) -> Page:
        """The page at the path, in a new browser if no page of another is given."""
        if page is None:
            locale, zone = LOCALES[self.language]
            page = self.browser.new_page(
                **shape,
                locale=locale,
                timezone_id=zone,
                color_scheme="light",
                reduced_motion="reduce",
            )
            page.set_default_timeout(PATIENCE_S * 1000 / 4)
            page.clock.install(time=self.now)
        page.goto(f"http://{HOST}{path}", wait_until="networkidle")
        return page

    def shoot(self, page: Page, name: str, top: str = "body") -> None:
        """Draw what the page shows from `top` down."""
        page.locator(top).first.evaluate("top => scrollTo(0, top.getBoundingClientRect().top + scrollY - 16)")
        session = page.context.new_cdp_session(page)
        drawn = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (self.folder / f"{name}.webp").write_bytes(b64decode(drawn["data"]))
        session.detach()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    build(modules=False)
    for language in LOCALES:
        folder = PICTURES if language == ENGLISH else PICTURES / language
        folder.mkdir(exist_ok=True)
        with TemporaryDirectory() as data, sync_playwright() as playwright:
            database = Path(data, "evendeal.sqlite3")
            migrate(f"sqlite:///{database}")
            draw(playwright, folder, database, language)


if __name__ == "__main__":
    main()
