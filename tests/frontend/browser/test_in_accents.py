"""From the home page to the ending of a game and to practice, in a language of accents: scripts say no word
that is not a message."""

import re

import pytest
from playwright.sync_api import expect

from tests.frontend.plain_words import plain_words
from tests.pseudo import MIRRORED, PSEUDO, accented, build_scripts
from tests.servers.daphne import serving
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked

from .hands import Finger, make
from .pictures import picture
from .players import Api, call_unseen, join_unseen, take_a_seat
from .test_whole_games import FILES, views_of, whole_game

ALLOWED = re.compile(
    r"\b(Evendeal|API|UTC|English|Olga Owner|Ray|A whole game|MB|M\d\d|[2-9a-z]{16})\b"
    r"|https?://\S+|[\d.:]+/c/"
)
"""Names, addresses, and what browsers write in a language that they do not know: units and months."""


@pytest.fixture
def accents(own_database, tmp_path):
    """The address of a site in that language."""
    build_scripts(tmp_path / "scripts")
    settings = {**own_database, "ACCENTS": str(tmp_path)}
    application = "tests.servers.in_accents:application"
    with serving(settings, tmp_path, application=application, start=forked, idle=IDLE) as daphne:
        yield daphne.url


@pytest.fixture
def look(open_page):
    """Takes a picture of a page, and keeps what is plain on it; at the end of a test that is nothing."""
    found = {}

    def look(page, at):
        picture(page, f"in-accents-{at}")
        found.update({text: at for text in plain_words(page.content(), ALLOWED) if text not in found})

    yield look
    assert not found


PHONE = {"has_touch": True, "viewport": {"width": 390, "height": 844}, "locale": PSEUDO, "alone": True}


def contest_of(accents, *logs):
    """A contest with a round on the cards of each log."""
    rounds = [{key: log[key] for key in ("game", "seed", "rules")} for log in logs]
    settings = {"name": "A whole game", "play": "open", "attempts": None, "rounds": rounds}
    settings["ranking"] = "matchpoints"  # for games of fewest points and of most
    return Api(accents).guest("Olga Owner").call("competitions", settings)["id"]


@pytest.mark.extra
@pytest.mark.long
def test_nothing_that_scripts_say_is_plain(accents, open_page, look):
    log = whole_game("three-by-three")
    contest = contest_of(accents, log)
    page = open_page(accents, **PHONE)
    look(page, "home")
    take_a_seat(page.context, f"{accents}/c/{contest}/rounds/1", "Ray")
    page.goto(f"{accents}/c/{contest}")
    expect(page.locator(".link-state")).to_have_text(accented("Live"))
    look(page, "contest")
    page.goto(f"{accents}/c/{contest}/rounds/1")
    for seen, move in views_of(log):
        make(Finger(page), seen, move)
        look(page, f"table {seen['ply']}")
    expect(page.locator(".over .primary")).to_be_visible()
    look(page, "ending")
    page.goto(f"{accents}/c/{contest}")
    look(page, "contest, played")
    page.goto(f"{accents}/practice/wish?seed=axe")
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "0")
    look(page, "practice")

    for at, path in {"home": "", "contest": f"/c/{contest}", "practice": "/practice/wish?seed=axe"}.items():
        mirrored = open_page(f"{accents}{path}", **PHONE | {"locale": MIRRORED})
        assert mirrored.evaluate("getComputedStyle(document.querySelector('h1')).direction") == "rtl"
        assert mirrored.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
        picture(mirrored, f"mirrored-{at}")
    expect(mirrored.locator("[data-ply]")).to_have_attribute("data-ply", "0")
    lie = "piles => piles.map(pile => [pile.getBoundingClientRect().x, getComputedStyle(pile).direction])"
    assert mirrored.locator("[data-pile]").evaluate_all(lie) == page.locator("[data-pile]").evaluate_all(lie)
    picture(mirrored, "mirrored-table")


@pytest.mark.extra
@pytest.mark.long
def test_nothing_is_plain_at_the_end_of_any_game_and_after_it(accents, open_page, look):
    """The games are played without a page up to their last move."""
    logs = {game: whole_game(game) for game in FILES}
    contest = contest_of(accents, *logs.values())
    page = open_page(f"{accents}/games/wish", **PHONE)
    join_unseen(page.context, f"{accents}/c/{contest}", "Ray")
    for number, (game, log) in enumerate(logs.items(), start=1):
        *played, (seen, last) = views_of(log)
        path = f"competitions/{contest}/rounds/{number}/attempts"
        attempt = call_unseen(page.context, accents, path, {})["id"]
        sent = {"ply": 0, "moves": [move for _, move in played]}
        call_unseen(page.context, accents, f"attempts/{attempt}/moves", sent)
        page.goto(f"{accents}/c/{contest}/rounds/{number}")
        expect(page.locator("[data-ply]")).to_have_attribute("data-ply", str(seen["ply"]))
        look(page, f"{game}-table")
        make(Finger(page), seen, last)
        expect(page.locator(".over .primary")).to_be_visible()
        look(page, f"{game}-ending")
    page.goto(accents + page.locator(".over a[href*='/results/']").first.get_attribute("href"))
    expect(page.get_by_role("slider")).to_be_visible()
    look(page, "replay")
    for path in ("/room", "/sheet"):
        page.goto(f"{accents}/c/{contest}{path}")
        look(page, path[1:])
    for path in ("verify", "notices", "me", "circles"):
        page.goto(f"{accents}/{path}")
        look(page, path)
