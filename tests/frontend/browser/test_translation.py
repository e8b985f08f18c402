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
    main.querySelectorAll('[role=status], script, style').forEach(each => each.remove());
    return main.textContent.replace(/\\s+/g, ' ');
}"""
"""All that a page says, except what it tells screen readers at the moment."""


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


def test_a_translated_page_says_what_the_page_says_after_results_moves_and_notices(
    site, open_page, api, names
):
    contest = api.guest(names("Olga Owner")).contest()
    url = f"{site}/c/{contest}"
    ann, bo = (api.guest(names(name)).join(contest) for name in ("Ann", "Bo"))
    results = list(beginnings("three-by-three").items())
    table = open_page(f"{url}/rounds/1", before=lambda it: take_a_seat(it, f"{url}/rounds/1", names("Pat")))
    same_table, board, other_board, another_board, room, other_room = (
        table.context.new_page() for _ in range(6)
    )
    same_table.goto(table.url)
    for page in (board, other_board, another_board):
        page.goto(url)
        expect_live(page)
    for page in (room, other_room):
        page.goto(f"{url}/room")
        expect_live(page)
    expect_moves(same_table, 0)
    translate(same_table)
    translate(other_board)
    translate(another_board, keeps_texts=True)
    translate(other_room)

    for player, nth, with_it in ((ann, 5, 1), (bo, 5, 2), (ann, 2, 1)):
        score, moves = results[nth]
        player.play(contest, moves)
        expect(board.locator("td.total", has_text=str(score))).to_have_count(with_it)
        expect_alike(board, other_board, another_board)
        expect_alike(room, other_room)
    expect(other_board.locator("tbody .rank font")).to_have_count(0)

    clock = fact(same_table, "Time").inner_text()
    first, second = results[0][1][:2]
    make_move(table, first)
    expect_moves(same_table, 1)
    make_move(same_table, second)
    expect_moves(same_table, 2)
    expect_alike(table, same_table)
    press(same_table, "Undo")
    expect_moves(same_table, 1)
    expect(fact(same_table, "Time")).not_to_have_text(clock)
    expect_alike(table, same_table)
    press(same_table, "Give up")
    same_table.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(same_table.locator(".result")).to_be_visible()
    expect_alike(board, other_board, another_board)

    sending(board)(f"competitions/{contest}/rounds/1/logs", {"moves": results[1][1]})
    expect_alike(board, other_board, another_board)
    bo.play(contest, results[0][1])
    for page in (board, other_board):
        expect(page.locator("[data-bell]")).to_have_text(re.compile(r"1"))
    expect_alike(board, other_board, another_board)
    expect_alike(room, other_room)


@pytest.mark.extra
def test_practice_and_a_replay_stay_true_in_a_translation_and_after_it(site, open_page, api, names):
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

    owner, (_, played) = api.guest(names("Olga Owner")), next(iter(beginnings("three-by-three").items()))
    contest = owner.contest()
    log = api.guest(names("Ann")).join(contest).play(contest, played)
    owner.call(f"competitions/{contest}/close", {})
    for each in pages:
        each.goto(f"{site}/results/{log}")
        expect(each.get_by_role("button", name="Play", exact=True)).to_be_visible()
    translate(translated)
    for key in ("End", "ArrowLeft", "Home", "ArrowRight"):
        for each in pages:
            each.keyboard.press(key)
        expect_alike(page, translated)
