"""Pages that a browser translates, beside the same pages as they are."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from games import GAMES
from tests.frontend.walks import walk

from .deal import beginnings
from .hands import expect_moves, fact, make_move, press
from .players import sending, take_a_seat
from .scoreboard import expect_live

TRANSLATE = """(keepsTexts) => {
    const LEFT = 'font, script, style, [translate=no]';
    const made = (name, ...children) => {
        const element = document.createElement(name);
        element.append(...children);
        return element;
    };
    const translate = () => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) found.push(texts.currentNode);
        for (const text of found) {
            if (!text.data.trim() || text.parentElement.closest(LEFT)) continue;
            const inner = made('font', text.data);
            const font = made('font', inner);
            text.replaceWith(font);
            if (keepsTexts) inner.replaceChildren(text);
            originals.push([font, text]);
        }
    };
    const originals = [];
    const observer = new MutationObserver(translate);
    observer.observe(document.body, {childList: true, characterData: true, subtree: true});
    translate();
    window.showOriginal = () => {
        observer.disconnect();
        for (const [font, text] of originals) if (font.isConnected) font.replaceWith(text);
    };
}"""
"""Does to a page what a browser's translation does, but keeps the words: now, and whenever the page changes.
Most translations replace each text; some put it inside their own elements."""
SAID = """() => {
    const main = document.querySelector('main').cloneNode(true);
    main.querySelectorAll('[role=status], [data-review], script, style').forEach(each => each.remove());
    return main.textContent.replace(/\\s+/g, ' ');
}"""
"""All that a page says, except what it tells screen readers at the moment, and an analysis: each page shows
that when it next asks for it."""


def translate(page: Page, *, keeps_texts: bool = False) -> Page:
    page.evaluate(TRANSLATE, keeps_texts)
    assert page.locator("font font").count() > 10
    return page


def expect_alike(page: Page, *others: Page) -> None:
    """All pages come to say the same."""
    said = [""]
    for _ in range(200):
        said = [each.evaluate(SAID) for each in (page, *others)]
        if len(set(said)) == 1:
            return
        page.wait_for_timeout(50)
    assert said == said[:1] * len(said)


@pytest.fixture
def cast(api, names):
    """A contest, and the clients of two players in it."""
    contest = api.guest(names("Olga Owner")).contest()
    return contest, *(api.guest(names(name)).join(contest) for name in ("Ann", "Bo"))


@pytest.fixture
def results():
    """Scores of the tests' deal and moves that lead there, the best first."""
    return list(beginnings("three-by-three").items())


@pytest.mark.extra
def test_a_translated_board_and_table_say_what_the_pages_say(site, open_page, cast, results, names):
    contest, ann, bo = cast
    url = f"{site}/c/{contest}"
    table = open_page(f"{url}/rounds/1", before=lambda it: take_a_seat(it, f"{url}/rounds/1", names("Pat")))
    same_table, board, same_board = (table.context.new_page() for _ in range(3))
    same_table.goto(table.url)
    for page in (board, same_board):
        page.goto(url)
        expect_live(page)
    expect_moves(same_table, 0)
    translate(same_table)
    translate(same_board)
    for player, nth, with_it in ((ann, 5, 1), (bo, 5, 2), (ann, 2, 1)):
        score, moves = results[nth]
        player.play(contest, moves)
        expect(board.locator("td.total", has_text=str(score))).to_have_count(with_it)
        expect_alike(board, same_board)
    expect(same_board.locator("tbody .rank font")).to_have_count(0)

    clock = fact(same_table, "Time").inner_text()
    for ply, move in enumerate(results[0][1][:2], start=1):
        make_move((table, same_table)[ply - 1], move)
        expect_moves(same_table, ply)
    expect_alike(table, same_table)
    press(same_table, "Undo")
    expect_moves(same_table, 1)
    expect(fact(same_table, "Time")).not_to_have_text(clock)
    expect_alike(table, same_table)
    press(same_table, "Give up")
    same_table.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(same_table.locator(".result")).to_be_visible()

    sending(board)(f"competitions/{contest}/rounds/1/logs", {"moves": results[1][1]})
    bo.play(contest, results[0][1])
    for page in (board, same_board):
        expect(page.locator("[data-bell]")).to_have_text(re.compile(r"1"))
    expect_alike(board, same_board)


@pytest.mark.extra
def test_translated_rooms_say_what_the_room_says(site, open_page, cast, results):
    contest, *players = cast
    boards, rooms = ([open_page(f"{site}/c/{contest}{path}") for _ in range(3)] for path in ("", "/room"))
    for page in (*boards, *rooms):
        expect_live(page)
    for pages in (boards, rooms):
        for page, keeps_texts in zip(pages[1:], (False, True), strict=True):
            translate(page, keeps_texts=keeps_texts)
    for nth, came in ((5, 1), (2, 3), (1, 5)):
        for more, player in enumerate(players):
            player.play(contest, results[nth][1])
            expect(rooms[0].locator(".latest li")).to_have_count(came + more)
        expect_alike(*rooms)
        expect_alike(*boards)


@pytest.mark.extra
def test_practice_and_a_replay_stay_true_in_a_translation_and_after_it(site, open_page, api, names, results):
    moves = min((walk(GAMES["wish"], "kept", random.Random(n)) for n in range(20)), key=len)
    url = f"{site}/practice/wish?seed=kept"
    page, translated = pages = [open_page(url, alone=True, reduced_motion="reduce") for _ in range(2)]
    for each in pages:
        expect_moves(each, 0)
    translate(translated)
    for ply, move in enumerate(moves):
        for each in pages:
            make_move(each, move)
            expect_moves(each, ply + 1)
        expect_alike(page, translated)
    for key, ply in (("u", len(moves) - 1), ("h", len(moves) - 1), ("Control+y", len(moves))):
        for each in pages:
            each.keyboard.press(key)
            expect_moves(each, ply)
        expect_alike(page, translated)
    translated.evaluate("showOriginal()")
    expect(translated.locator("font")).to_have_count(0)
    expect_alike(page, translated)

    owner = api.guest(names("Olga Owner"))
    contest = owner.contest()
    log = api.guest(names("Ann")).join(contest).play(contest, results[0][1])
    owner.call(f"competitions/{contest}/close", {})
    for each in pages:
        each.goto(f"{site}/results/{log}")
        expect(each.get_by_role("button", name="Play", exact=True)).to_be_visible()
    translate(translated, keeps_texts=True)
    for key in ("End", "ArrowLeft", "Home", "ArrowRight"):
        for each in pages:
            each.keyboard.press(key)
        expect_alike(page, translated)
