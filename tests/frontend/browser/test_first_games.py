"""A stranger's first game, from a friend's link to its end, and what the friend sees of it.

It is played on three screens by turns: by mouse on the laptop, by finger on the others. Each table is seen
whole on the one on which the next move is made, and on all three whenever they change.
"""

import re
from itertools import cycle
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from games.replay import open_deal, replay_log
from games.teaching import describe
from tests.waiting import until

from .axe import AT_REST
from .hands import Finger, Mouse, Spot, grip, make
from .pictures import picture
from .test_whole_games import FILES, result_stored, views_of, whole_game

SCREENS = {
    "laptop": {"width": 1280, "height": 720},
    "upright": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
}
MOST_ON_EACH = 4
"""How many moves are made on a screen, at most, before it is the next one's turn."""

IN_SIGHT = f"""async () => {{
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    return ({AT_REST})() && [...document.querySelectorAll('[data-pile] [data-index]')]
        .map(card => card.getBoundingClientRect())
        .every(box => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth);
}}"""
"""Whether all cards are, once they lie where the size of the screen puts them."""


def challenge(site, open_page, name, log):
    """The page of a friend who challenges others to the deal of a log."""
    query = urlencode({"seed": log["seed"], **log["rules"]})
    page = open_page(f"{site}/practice/{log['game']}?{query}")
    panel = page.locator("#beat")
    panel.get_by_label("Your name").fill(name)
    panel.get_by_role("button", name="Challenge a friend").click()
    page.wait_for_url(re.compile("/c/"))
    return page


def show_on(page, screen):
    """Show the page on a screen, and wait until all cards are in sight there."""
    page.set_viewport_size(SCREENS[screen])
    until(lambda: page.evaluate(IN_SIGHT), f"not every card is in sight on the screen {screen}")


def kind_of(move):
    """The verb of a move, and how many words it has."""
    return move.partition(" ")[0], len(move.split())


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize("game", FILES)
def test_it_is_played_without_scrolling_and_every_tap_is_answered(site, open_page, names, api, game):
    log = whole_game(game)
    ada, fay = names("Ada Asker"), names("Fay Friend")
    friend = challenge(site, open_page, ada, log)
    page = open_page(friend.url.partition("?")[0], viewport=SCREENS["upright"], has_touch=True)
    page.get_by_label("Your name").fill(fay)
    page.get_by_role("button", name="Play the same cards").tap()
    page.wait_for_url(re.compile("/rounds/1$"))

    seen = describe(open_deal(log["game"], log["seed"], log["rules"]))
    stay = {why[0]: pile for pile, why in seen["reasons"].items() if why[0] and seen["piles"][pile]}
    for screen, (why, pile) in zip(SCREENS, cycle(stay.items())):
        show_on(page, screen)
        page.locator(".cloth").dispatch_event("click")  # beside the cards, wherever they lie
        expect(page.locator(".note")).to_have_count(0)
        page.touchscreen.tap(*grip(page, Spot(pile, len(seen["piles"][pile]) - 1)))
        expect(page.locator(".note")).to_contain_text(re.compile(re.escape(why), re.I))
        picture(page, f"first-{game}-{screen}-refused", full_page=False)

    hands = dict.fromkeys(SCREENS, Finger(page)) | {"laptop": Mouse(page)}
    half, screens, dragged = len(log["moves"]) // 2, [*SCREENS], set()
    on_each = min(MOST_ON_EACH, len(log["moves"]) // len(SCREENS))
    for seen, move in views_of(log):
        their_turn = seen["ply"] % on_each == 0
        if their_turn:
            screens.append(screens.pop(0))
        for screen in screens if their_turn else screens[-1:]:
            show_on(page, screen)
            if seen["ply"] in (0, half):
                picture(page, f"first-{game}-{screen}-{seen['ply']}", full_page=False)
        make(hands[screens[-1]], seen, move)
        dragged |= {kind_of(move)} if screens[-1] == "laptop" else set()
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]

    assert dragged == set(map(kind_of, log["moves"])), "let the laptop have the first turn"

    result, played = page.locator(".over"), replay_log(log)
    expect(result).to_contain_text(
        "you won" if played.table.won else str(abs(played.table.score)), ignore_case=True
    )
    expect(result.locator(".scale")).to_contain_text("Our bot")
    expect(result).not_to_contain_text("1st")  # of one
    expect(result.locator(".primary")).to_have_count(1)
    for screen in SCREENS:
        page.set_viewport_size(SCREENS[screen])
        picture(page, f"first-{game}-{screen}-end", full_page=False)
    assert result_stored(page, api)["moves"] == log["moves"]
    row = friend.locator(".board tbody tr", has_text=fay)
    expect(row.locator(".total")).to_contain_text(str(played.score).replace("-", "\N{MINUS SIGN}"))
