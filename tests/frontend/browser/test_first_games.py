"""A stranger's first game, from a friend's link to its end, and what the friend sees of it."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from games.replay import open_deal, replay_log
from games.teaching import describe

from .hands import Finger, Spot, grip, make
from .pictures import picture
from .test_whole_games import FILES, result_stored, views_of, whole_game

SCREENS = {"upright": (390, 844), "sideways": (844, 390), "laptop": (1280, 720)}

OUT_OF_SIGHT = """() => [...document.querySelectorAll('[data-pile] [data-index]')]
    .map(card => [card.closest('[data-pile]').dataset.pile, card.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)
    .map(([pile]) => pile)"""


def challenge(site, open_page, name, log):
    """The page of a friend who challenges others to the deal of a log."""
    query = urlencode({"seed": log["seed"], **log["rules"]})
    page = open_page(f"{site}/practice/{log['game']}?{query}")
    panel = page.locator("#beat")
    panel.get_by_label("Your name").fill(name)
    panel.get_by_role("button", name="Challenge a friend").click()
    page.wait_for_url(re.compile("/c/"))
    return page


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize("screen", SCREENS)
def test_it_is_played_without_scrolling_and_every_tap_is_answered(site, open_page, names, api, game, screen):
    log = whole_game(game)
    ada, fay = names("Ada Asker"), names("Fay Friend")
    friend = challenge(site, open_page, ada, log)
    width, height = SCREENS[screen]
    page = open_page(
        friend.url.partition("?")[0], viewport={"width": width, "height": height}, has_touch=True
    )
    page.get_by_label("Your name").fill(fay)
    page.get_by_role("button", name="Play the same cards").tap()
    page.wait_for_url(re.compile("/rounds/1$"))
    picture(page, f"first-{game}-{screen}-beginning", full_page=False)

    seen = describe(open_deal(log["game"], log["seed"], log["rules"]))
    stays = next(pile for pile, why in seen["reasons"].items() if why[0] and seen["piles"][pile])
    page.touchscreen.tap(*grip(page, Spot(stays, len(seen["piles"][stays]) - 1)))
    expect(page.locator(".note")).to_contain_text(re.compile(re.escape(seen["reasons"][stays][0]), re.I))
    picture(page, f"first-{game}-{screen}-refused", full_page=False)

    hands, half = Finger(page), len(log["moves"]) // 2
    for seen, move in views_of(log):
        assert page.evaluate(OUT_OF_SIGHT) == []
        make(hands, seen, move)
        if seen["ply"] == half:
            picture(page, f"first-{game}-{screen}-middle", full_page=False)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]

    result, played = page.locator(".over"), replay_log(log)
    expect(result).to_contain_text(
        "you won" if played.table.won else str(abs(played.table.score)), ignore_case=True
    )
    expect(result.locator(".scale")).to_contain_text("Our bot")
    expect(result).not_to_contain_text("1st")  # of one
    expect(result.locator(".primary")).to_have_count(1)
    assert result_stored(page, api)["moves"] == log["moves"]
    row = friend.locator(".board tbody tr", has_text=fay)
    expect(row.locator(".total")).to_contain_text(str(played.score).replace("-", "\N{MINUS SIGN}"))
    picture(page, f"first-{game}-{screen}-end", full_page=False)
