"""From the home page to the ending of a game and to practice, in a language of accents: scripts say no word
that is not a message."""

import re

import pytest
from playwright.sync_api import expect

from tests.frontend.plain_words import plain_words
from tests.pseudo import MIRRORED, PSEUDO, accented
from tests.servers.daphne import serving
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked

from .hands import Finger, make
from .pictures import picture
from .players import Api, take_a_seat
from .test_whole_games import views_of, whole_game

ALLOWED = re.compile(r"\b(Evendeal|API|UTC|English|Olga Owner|Ray|A whole game|MB|M\d\d)\b|https?://\S+")
"""Names, and what browsers write in a language that they do not know: units and months."""


@pytest.fixture
def accents(own_database, tmp_path):
    """The address of a site in that language."""
    settings = {**own_database, "ACCENTS": str(tmp_path)}
    application = "tests.servers.in_accents:application"
    with serving(settings, tmp_path, application=application, start=forked, idle=IDLE) as daphne:
        yield daphne.url


@pytest.mark.extra
@pytest.mark.long
def test_nothing_that_scripts_say_is_plain(accents, open_page):
    found = {}

    def look(page, at):
        picture(page, f"in-accents-{at}")
        found.update({text: at for text in plain_words(page.content(), ALLOWED) if text not in found})

    log = whole_game("three-by-three")
    round = {key: log[key] for key in ("game", "seed", "rules")}
    settings = {"name": "A whole game", "play": "open", "attempts": None, "rounds": [round]}
    contest = Api(accents).guest("Olga Owner").call("competitions", settings)["id"]
    phone = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
    page = open_page(accents, alone=True, locale=PSEUDO, **phone)
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
    assert not found

    for at, path in {"home": "", "contest": f"/c/{contest}", "practice": "/practice/wish?seed=axe"}.items():
        mirrored = open_page(f"{accents}{path}", alone=True, locale=MIRRORED, **phone)
        assert mirrored.evaluate("getComputedStyle(document.querySelector('h1')).direction") == "rtl"
        assert mirrored.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
        picture(mirrored, f"mirrored-{at}")
    expect(mirrored.locator("[data-ply]")).to_have_attribute("data-ply", "0")
    lie = "piles => piles.map(pile => [pile.getBoundingClientRect().x, getComputedStyle(pile).direction])"
    assert mirrored.locator("[data-pile]").evaluate_all(lie) == page.locator("[data-pile]").evaluate_all(lie)
    picture(mirrored, "mirrored-table")
