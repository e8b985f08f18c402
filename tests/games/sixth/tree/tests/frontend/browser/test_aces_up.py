"""Aces Up played in Chromium: a whole game in a contest, and practice without a network."""

import json
from pathlib import Path

from playwright.sync_api import expect

from .hands import Mouse, fact, make, make_moves
from .test_whole_games import assert_stored, round_page, views_of
from .test_without_a_network import FETCHED_MS

__all__ = ["round_page"]

GOLDEN = Path(__file__).parents[2] / "games/aces_up/golden.ndjson"
WON = json.loads(GOLDEN.read_text().splitlines()[0])["log"]


def test_a_whole_game_is_played_and_stored(round_page, api):
    page = round_page(WON)
    hands = Mouse(page)
    for seen, move in views_of(WON):
        make(hands, seen, move)
    assert_stored(page, WON, api)


def test_practice_goes_on_without_a_network(site, open_page):
    page = open_page(
        f"{site}/practice/aces-up?seed={WON['seed']}",
        alone=True,
        faults="ERR_INTERNET_DISCONNECTED|ERR_FAILED",
        service_workers="allow",
    )
    page.get_by_role("button", name="Play offline").click()
    expect(page.get_by_text("The rules are here.")).to_be_visible(timeout=FETCHED_MS)
    page.context.set_offline(True)
    make_moves(page, WON["moves"][:3], 0)
    expect(fact(page, "Moves")).to_have_text("3")
