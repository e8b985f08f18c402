"""Practice in a real browser: moves that are kept, taken back and made again, and a friend who is called."""

import random
import re

import pytest
from playwright.sync_api import expect

from games import GAMES

from .pictures import picture

WISH = GAMES["wish"]


def make_move(page, move):
    """Make one move on the table as a player does: the one card is tapped, then the other."""
    for pile in move.split()[1:]:
        page.locator(f'[data-pile="{pile}"] button').last.click()


def make_moves(page, moves, made=0):
    for ply, move in enumerate(moves, start=made + 1):
        make_move(page, move)
        expect_moves(page, ply)


def expect_moves(page, number):
    expect(page.locator(".play-facts div", has_text="Moves").locator("dd")).to_have_text(str(number))


def expect_own_total(page, score):
    """This total is on the scoreboard; where it links to the game, words for a screen reader follow it."""
    expect(page.locator("tr.own .total")).to_have_text(re.compile(rf"^\s*{score}\b"))


def table_of(page):
    """What lies on the table, pile by pile in words."""
    piles = page.locator(".table [data-pile]")
    expect(piles).to_have_count(9)
    return piles.evaluate_all("piles => piles.map(pile => pile.getAttribute('aria-label'))")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def whole_game():
    """A deal of Wish with moves that soon lead to its end, and the score there."""

    def play(seed, walk):
        chooser, table, moves = random.Random(walk), WISH.deal(seed, {}), []
        while legal := sorted(move.text for move in table.legal()):
            moves.append(chooser.choice(legal))
            table = WISH.vocabulary({})[moves[-1]].after(table)
        assert table.finished
        return moves, table.score

    return lambda seed: min((play(seed, walk) for walk in range(20)), key=lambda game: len(game[0]))


@pytest.mark.extra
def test_moves_are_judged_kept_over_a_reload_taken_back_and_made_again(site, open_page, whole_game):
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
def test_what_was_played_last_is_kept_with_its_deal(site, open_page, whole_game):
    moves, _ = whole_game("kept")
    page = open_page(f"{site}/practice/wish?seed=kept")
    opening = table_of(page)
    make_moves(page, moves[:3])
    third = table_of(page)
    page.reload()
    expect_moves(page, 3)
    assert table_of(page) == third
    page.goto(f"{site}/practice/wish?seed=other")
    expect_moves(page, 0)
    assert table_of(page) != opening


@pytest.mark.extra
@pytest.mark.long
def test_a_game_that_is_over_goes_on_a_scoreboard_and_a_friend_gets_the_same_cards(
    site, open_page, names, whole_game
):
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
    expect_own_total(page, score)

    friend.goto(page.url)
    other = names("Fay Friend")
    friend.get_by_label("Your name").fill(other)
    friend.get_by_role("button", name="Join").click()
    friend.get_by_text("How the deal was fixed").click()
    expect(friend.get_by_text("beat-me", exact=True).first).to_be_visible()
    expect(page.locator(".board tbody .name bdi")).to_have_text([name, other])  # live


@pytest.mark.extra
def test_who_is_known_plays_and_challenges_without_a_name(site, open_page, names, whole_game):
    moves, _ = whole_game("known")
    page = open_page(f"{site}/beat/wish/other")
    page.get_by_label("Your name").fill(names("Kim Known"))
    page.locator("#beat").get_by_role("button", name="Challenge a friend").click()
    page.wait_for_url(re.compile("/c/"))
    page.goto(f"{site}/beat/wish/known")
    make_moves(page, moves[:2])
    page.locator("#beat").get_by_role("button", name="Challenge a friend").click()
    page.wait_for_url(re.compile("/c/"))
    played = WISH.deal("known", {})
    for move in moves[:2]:
        played = WISH.vocabulary({})[move].after(played)
    expect_own_total(page, played.score)


@pytest.mark.extra
def test_a_name_that_is_refused_loses_no_move(site, open_page, names, whole_game):
    moves, score = whole_game("taken")
    page = open_page(f"{site}/practice/wish?seed=taken", faults="422")
    make_moves(page, moves)
    page.get_by_label("Your name").fill("x")
    page.locator("#beat").get_by_role("button", name="Challenge a friend").click()
    name = page.get_by_label("Your name")
    expect(name).to_have_accessible_description(re.compile("this has 1"))
    name.fill(names("Fred Free"))
    page.get_by_role("button", name="Challenge a friend").click()
    expect_own_total(page, score)


@pytest.mark.extra
def test_a_kept_game_that_breaks_the_rules_is_cut_where_it_does(site, open_page, whole_game):
    moves, _ = whole_game("cut")
    page = open_page(f"{site}/practice/wish?seed=cut")
    make_moves(page, moves[:2])
    page.evaluate(
        """move => {
            const key = Object.keys(localStorage).find(key => key.startsWith('evendeal practice'));
            const kept = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ line: [...kept.line, move, move], at: 4 });
        }""",
        "pair 1 1",
    )
    page.reload()
    expect_moves(page, 2)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    make_moves(page, moves[2:3], made=2)


@pytest.mark.extra
def test_another_deal_is_asked_for_by_seed_and_option(site, open_page):
    page = open_page(f"{site}/games/pyramid")
    page.get_by_role("link", name="Play now").click()
    page.wait_for_url(re.compile(r"/practice/pyramid\?seed=\w{8}&draw=one"))
    page.get_by_label("Seed").fill("autumn")
    page.get_by_label("Draw").select_option("drawing three")
    press(page, "Deal")
    page.wait_for_url(re.compile(r"seed=autumn&draw=three"))
    page.get_by_role("link", name="New deal").click()
    page.wait_for_url(re.compile(r"seed=(?!autumn)\w{8}&draw=three"))


@pytest.mark.extra
def test_sharing_copies_words_and_link_where_the_device_shares_with_nothing(site, open_page):
    allowed = ["clipboard-read", "clipboard-write"]
    page = open_page(f"{site}/practice/wish?seed=shared", alone=True, permissions=allowed)
    press(page, "Share")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    words = "Can you beat me at Wish? The same cards for both of us."
    assert page.evaluate("navigator.clipboard.readText()") == f"{words}\n{site}/beat/wish/shared"
    page.add_init_script("navigator.share = async what => { window.shared = what; }")
    page.reload()
    press(page, "Share")
    assert page.evaluate("window.shared") == {"text": words, "url": f"{site}/beat/wish/shared"}


@pytest.mark.extra
def test_without_a_script_the_opening_is_there_and_the_challenge_works(site, open_page, names):
    page = open_page(f"{site}/practice/wish?seed=plain", java_script_enabled=False)
    page.get_by_text("The cards as they are dealt").click()
    expect(page.locator(".piles")).to_be_visible()
    page.get_by_label("Your name").fill(names("Pia Plain"))
    page.get_by_role("button", name="Challenge a friend").click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()


@pytest.mark.extra
def test_a_browser_that_keeps_nothing_still_plays(site, open_page, whole_game):
    moves, _ = whole_game("forgotten")
    page = open_page("about:blank", alone=True)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page.goto(f"{site}/practice/wish?seed=forgotten")
    make_moves(page, moves[:2])
    page.reload()
    expect_moves(page, 0)
