"""From a shared link to the table on a phone, and then to another phone."""

import re

import pytest
from playwright.sync_api import expect

from games import GAMES

from .hands import make_moves
from .pictures import picture

PHONES = ((390, 844), (320, 568))


@pytest.mark.extra
def test_a_stranger_comes_by_a_shared_link_plays_the_same_cards_and_goes_on_elsewhere(site, open_page, names):
    maker = open_page(f"{site}/practice/wish?seed=shared-out", alone=True)
    maker.add_init_script("navigator.share = async what => { window.shared = what; }")
    maker.reload()
    moves = [move.text for move in GAMES["wish"].deal("shared-out", {}).legal()][:1]
    make_moves(maker, moves)
    ada = names("Ada Asker")
    maker.locator("#beat").get_by_label("Your name").fill(ada)
    maker.locator("#beat").get_by_role("button", name="Challenge a friend").click()
    expect(maker.get_by_role("heading", name="Your challenge is ready")).to_be_visible()
    maker.get_by_role("button", name="Share").click()
    maker.wait_for_function("() => window.shared !== undefined")
    shared = maker.evaluate("window.shared")
    assert shared == {"text": f"Evendeal · Wish · 30 left\n{10 * '⬜'}", "url": maker.url}

    stranger = open_page(
        shared["url"], viewport={"width": 390, "height": 844}, has_touch=True, faults="422", alone=True
    )
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Challenge: Wish")
    expect(stranger.get_by_text(f"{ada} scored 30: beat it.")).to_be_visible()
    play = stranger.get_by_role("button", name="Play the same cards")
    for width, height in PHONES:
        stranger.set_viewport_size({"width": width, "height": height})
        for target in (stranger.get_by_label("Your name"), play):
            expect(target).to_be_in_viewport(ratio=1)
        assert stranger.evaluate("scrollY") == 0
        picture(stranger, f"challenge-{width}", full_page=False)
    stranger.get_by_label("Your name").fill(ada)
    play.tap()
    stranger.wait_for_url(re.compile(r"/rounds/1$"))
    expect(stranger.locator(".table [data-card]").first).to_be_visible()

    stranger.goto(f"{site}/continue")
    stranger.get_by_role("button", name="Show a code").tap()
    code = stranger.locator(".pass-code").inner_text()
    expect(stranger.locator(".countdown")).to_contain_text(re.compile(r"0:\d\d to go"))
    picture(stranger, "code-320")
    other = open_page(f"{site}/continue#{code.replace(' ', '')}", viewport={"width": 390, "height": 844})
    expect(other.get_by_role("textbox", name="Code")).to_have_value(code.replace(" ", ""))
    assert other.url == f"{site}/continue"
    other.get_by_role("button", name="Continue here").click()
    other.wait_for_url(f"{site}/")
    expect(other.locator(".who")).to_contain_text(ada)
