"""Practice in a real browser: moves that are kept, taken back and made again, and a friend who is called."""

import random
import re

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import replay
from tests.frontend.walks import walk

from .hands import expect_moves, make_move, make_moves, press
from .pictures import picture

WISH = GAMES["wish"]


def table_of(page):
    """What lies on the table, pile by pile in words."""
    piles = page.locator(".table [data-pile]")
    expect(piles).to_have_count(9)
    return piles.evaluate_all("piles => piles.map(pile => pile.getAttribute('aria-label'))")


def whole_game(seed):
    """Moves of a deal of Wish that soon lead to its end, and the score there."""
    moves = min((walk(WISH, seed, random.Random(n)) for n in range(20)), key=len)
    return moves, replay(WISH, seed, {}, moves).score


@pytest.mark.extra
def test_moves_are_judged_kept_over_a_reload_taken_back_and_made_again(site, open_page):
    moves, _ = whole_game("kept")
    page = open_page(
        f"{site}/practice/wish?seed=kept", faults="ERR_INTERNET_DISCONNECTED", reduced_motion="reduce"
    )
    opening = table_of(page)
    make_moves(page, moves[:2])
    second = table_of(page)

    # Without the server the move waits until it is back.
    page.context.set_offline(True)
    make_move(page, moves[2])
    expect(page.get_by_role("alert")).to_contain_text(
        "The server cannot be reached. Your moves are kept here."
    )
    expect_moves(page, 2)
    page.context.set_offline(False)
    expect_moves(page, 3)
    expect(page.get_by_role("alert")).to_be_empty()
    third = table_of(page)

    page.keyboard.press("u")
    expect_moves(page, 2)
    page.reload()
    expect_moves(page, 2)
    assert table_of(page) == second
    press(page, "Redo")
    expect_moves(page, 3)
    assert table_of(page) == third
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    press(page, "Undo")
    expect_moves(page, 2)

    # A move that is refused says why and costs nothing.
    table = WISH.deal("kept", {})
    for move in moves[:2]:
        table = WISH.vocabulary({})[move].after(table)
    movable = {pile for move in table.legal() for pile in move.text.split()[1:]}
    idle = next(pile for pile in "12345678" if pile not in movable)
    make_move(page, f"pair {min(movable)} {idle}")
    expect(page.locator(".table .note")).to_contain_text("rank")
    expect_moves(page, 2)
    page.keyboard.press("Control+y")
    expect_moves(page, 3)
    press(page, "Restart")
    expect_moves(page, 0)
    assert table_of(page) == opening


@pytest.mark.extra
@pytest.mark.long
def test_a_game_that_is_over_goes_on_a_scoreboard_and_a_friend_gets_the_same_cards(site, open_page, names):
    moves, score = whole_game("beat-me")
    page = open_page(f"{site}/practice/wish?seed=beat-me")
    opening = table_of(page)
    panel = page.locator("#beat")
    expect(panel).not_to_have_class(re.compile("ready"))
    make_moves(page, moves)
    result = page.locator(".over")
    expect(result).to_contain_text(f"{score} cards left" if score else "You won")
    expect(panel).to_have_class(re.compile("ready"))
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        picture(page, f"practice-over-{width}")
    press(page, "Undo")  # after the end too
    expect(result).to_have_count(0)
    press(page, "Redo")
    expect(result).to_contain_text(f"{score} cards left" if score else "You won")
    result.get_by_role("button", name="Watch it again").click()
    expect(result).to_have_count(0)
    bar = page.locator("[data-ply]")
    expect(bar).to_have_attribute("data-ply", re.compile("[1-9]"))  # by itself
    press(page, "Undo")  # a hand stops it
    for _ in range(int(bar.get_attribute("data-ply")), len(moves)):
        press(page, "Redo")
    expect(result).to_contain_text(f"{score} cards left" if score else "You won")
    result.get_by_role("link", name="Challenge a friend").click()
    link = panel.locator("[data-copy]").inner_text()
    assert link == f"{site}/beat/wish/beat-me"

    friend = open_page(link)
    expect_moves(friend, 0)
    assert table_of(friend) == opening

    name = names("Ada Asker")
    panel.get_by_label("Your name").fill(name)
    panel.get_by_role("button", name="Challenge a friend").click()
    page.wait_for_url(re.compile("/c/"))
    expect(page.locator("tr.own .name")).to_contain_text(name)
    # Where it links to the game, words for a screen reader follow it.
    expect(page.locator("tr.own .total")).to_have_text(re.compile(rf"^\s*{score}\b"))

    friend.goto(page.url)
    other = names("Fay Friend")
    friend.get_by_label("Your name").fill(other)
    friend.get_by_role("button", name="Join").click()
    friend.get_by_text("Proof that the deal was not changed").click()
    expect(friend.get_by_text("beat-me", exact=True).first).to_be_visible()
    expect(page.locator(".board tbody .name bdi")).to_have_text([name, other])  # live


@pytest.mark.extra
def test_a_browser_that_keeps_nothing_still_plays(site, open_page):
    moves, _ = whole_game("forgotten")
    page = open_page("about:blank", alone=True)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page.goto(f"{site}/practice/wish?seed=forgotten")
    make_moves(page, moves[:2])
    page.reload()
    expect_moves(page, 0)
