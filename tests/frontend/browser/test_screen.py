"""The table owns the screen: it is seen whole and nothing lies over it, however large the window is."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.teaching import describe

SIZES = [(320, 568), (360, 760), (390, 844), (568, 320), (844, 390), (768, 1024), (1280, 720), (2560, 1440)]

FAULTS = """() => {
    const box = element => element.getBoundingClientRect();
    const clear = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
        || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const cards = [...document.querySelectorAll('[data-pile]')].map(box);
    const others = [...document.querySelectorAll('.slim, .play-facts > div, .strip, .action')];
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    for (const { left, top, right, bottom } of [...cards, ...others.map(box)])
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
            faults.push(`cut at ${left} ${top} ${right} ${bottom}`);
    for (const other of others)
        if (!cards.every(card => clear(card, box(other)))) faults.push(`${other.className} over a card`);
    for (const text of document.querySelectorAll('.slim nav a, .play-facts > div, .action > span')) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = box(range).height / parseFloat(getComputedStyle(text).fontSize);
        if (lines > (text.matches('.so-far') ? 4 : 2)) faults.push(`${text.textContent} wraps`);
        if (text.scrollWidth > text.clientWidth + 1) faults.push(`${text.textContent} is cut`);
    }
    for (const sign of document.querySelectorAll('.sign')) {
        const [inner, outer] = [sign, sign.parentElement].map(box);
        if (inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom)
            faults.push(`${sign.textContent} leaves its place`);
        const size = parseFloat(getComputedStyle(sign).fontSize);
        if (size < 9.5) faults.push(`${sign.textContent} is too small`);
    }
    const head = document.querySelector('.slim h1'), of = head.lastElementChild;
    const seen = box(of).top < box(head).bottom ? Math.min(box(of).right, box(head).right) - box(of).left : 0;
    const whole = box(of).right <= box(head).right + 1 && of.scrollWidth <= of.clientWidth + 1;
    if (seen > 0 && seen < 64 && !whole) faults.push(`${of.textContent} is a stump of ${seen}`);
    for (const [nth, one] of others.entries())
        for (const other of others.slice(nth + 1))
            if (!clear(box(one), box(other))) faults.push(`${one.textContent} over ${other.textContent}`);
    return faults;
}"""
"""What is wrong with the first screen, in words."""


WON = Path(__file__).parents[2] / "vectors" / "winabit-5a.ndjson"

CUT = """() => {
    const { left, top, right, bottom } = document.querySelector('.result').getBoundingClientRect();
    const felt = document.querySelector('.over').getBoundingClientRect();
    const result = document.querySelector('.result');
    return left < felt.left || top < felt.top || right > felt.right || bottom > felt.bottom
        || result.scrollHeight > result.clientHeight || result.scrollWidth > result.clientWidth;
}"""
"""Whether some of the result is not seen at once, or lies elsewhere than on the felt."""


@pytest.mark.extra
@pytest.mark.parametrize(("game", "language"), [("winabit", "en"), ("pyramid", "de")])
def test_the_whole_table_is_seen_and_nothing_covers_it(site, open_page, game, language):
    page = open_page(f"{site}/practice/{game}?seed=screen", locale=language)
    shown = describe(GAMES[game].open("screen"), language)
    empty = [sign for pile, sign in shown["signs"].items() if not shown["piles"][pile]]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(FAULTS) == [], f"{width} by {height}"
        assert sorted(page.locator(".sign").all_inner_texts()) == sorted(empty), f"{width} by {height}"
    page.emulate_media(
        forced_colors="active"
    )  # which take shadows away: each card keeps an edge and its colour
    card = page.locator(".card > .side").first
    assert card.evaluate("card => getComputedStyle(card).borderTopStyle") == "solid"
    assert card.evaluate("card => getComputedStyle(card).forcedColorAdjust") == "none"
    whole = page.locator(".front > g:not(.rank)")
    assert whole.count() == 7  # of the cards that others lie on, the corner alone is drawn
    assert page.evaluate("document.fonts.check('600 1em Fraunces')")
    page.emulate_media(forced_colors="none")


@pytest.mark.extra
def test_a_won_game_is_celebrated_over_the_felt_unless_motion_is_reduced(site, open_page):
    golden = [json.loads(line) for line in WON.read_text().splitlines()]
    log = next(each["log"] for each in golden if each["result"].get("won"))
    page = open_page(f"{site}/practice/winabit?seed={log['seed']}")
    page.evaluate(
        """([seed, line]) => {
            const { game, rules } = JSON.parse(document.getElementById('practice-opening').textContent);
            const key = JSON.stringify([game, Object.entries(rules), seed]);
            localStorage.setItem(`evendeal practice ${key}`, JSON.stringify({ line, at: line.length }));
        }""",
        [log["seed"], log["moves"]],
    )
    page.reload()
    result = page.get_by_role("dialog", name="you won")
    expect(result).to_be_focused()
    expect(page.locator(".celebration")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert not page.evaluate(CUT), f"{width} by {height}"
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".celebration")).to_be_hidden()
    expect(result).to_be_visible()
