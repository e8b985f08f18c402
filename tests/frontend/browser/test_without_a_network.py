"""Practice where there is no network: the rules run in the page."""

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import play

FETCHED_MS = 120_000
"""Enough to load thirteen megabytes on a busy machine."""


@pytest.mark.extra
def test_practice_goes_on_by_the_same_rules(site, open_page):
    game = GAMES["wish"]
    before = game.open("train")
    page = open_page(f"{site}/practice/wish?seed=train", alone=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".table [data-pile]")).to_have_count(9)
    assert not [url for url in asked if "python" in url or url.endswith("games.zip")]

    page.get_by_role("button", name="Play offline").click()
    expect(page.get_by_text("The rules are here.")).to_be_visible(timeout=FETCHED_MS)
    page.context.set_offline(True)
    moves = page.locator(".play-facts div", has_text="Moves").locator("dd")
    for ply in (1, 2, 3):
        move = sorted(each.text for each in before.table.legal())[0]
        for pile in move.split()[1:]:
            page.locator(f'[data-pile="{pile}"] button').last.click()
        expect(moves).to_have_text(str(ply))
        before = play(before, move)
    score = page.locator(".play-facts div", has_text="Score").locator("dd")
    expect(score).to_have_text(str(before.table.score))
    assert not [url for url in asked if "/api/" in url]
