"""Cards are dealt, rise over a finger, find their pile, and stay chosen when a phone turns."""

from playwright.sync_api import expect

from games import GAMES
from games.teaching import describe

from .axe import expect_accessible
from .hands import Spot, expect_moves, grip, press
from .test_screen import FAULTS

SEED = "in-hand"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
COUNT_DEALT = """window.dealt = 0;
addEventListener('animationstart', ({ animationName }) => (dealt += animationName.endsWith('deal')));"""


OVER_THE_FINGER = """finger => {
    const { top, bottom } = document.querySelector('.dragged > .side').getBoundingClientRect();
    return (top + bottom) / 2 < finger;
}"""
"""Whether most of the card that a finger drags is seen above it."""


def open_well(site, open_page, **options):
    """A page with a game of Well that begins, and two moves that need different cards and rows."""
    page = open_page(
        f"{site}/practice/well?seed={SEED}",
        before=lambda browser: browser.add_init_script(COUNT_DEALT),
        alone=True,
        **options,
    )
    piles = describe(GAMES["well"].open(SEED))["piles"]
    moves = [move.split()[1:] for move in describe(GAMES["well"].open(SEED))["legal"]]
    ways = [(pile, to) for pile, to in moves if to.isdigit()]

    def spot(pile):
        return Spot(pile, len(piles[pile]) - 1)

    return page, [(spot(pile), spot(to)) for pile, to in ways]


def test_a_card_is_dealt_dragged_hinted_at_and_kept_when_the_phone_turns(site, open_page):
    page, (_, (card, to), *_) = open_well(site, open_page, **PHONE)
    cards = page.locator(".card")
    expect(cards).to_have_count(52)
    page.wait_for_function("() => dealt > 40")
    expect(page.locator(".dealt")).to_have_count(0)

    press(page, "Hint")
    expect(page.locator(".arrow")).to_have_count(1)
    card.on(page).tap()
    expect(card.on(page)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".arrow")).to_have_count(0)
    for width, height in [(844, 390), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(FAULTS) == []
        expect(card.on(page)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".ring").first).to_be_visible()
    card.on(page).tap()
    page.locator(".cloth.grabs").wait_for()

    touch = page.context.new_cdp_session(page)

    def finger(what, *at):
        points = [{"x": x, "y": y} for x, y in at]
        touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    (x, y), pile = grip(page, card), to.on(page).bounding_box()
    finger("touchStart", (x, y))
    expect(page.locator(".touched")).to_have_count(1)
    below = pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] + 60
    for share in (0.05, 0.3, 0.7, 1):
        finger("touchMove", (x + share * (below[0] - x), y + share * (below[1] - y)))
    expect(page.locator(".dragged")).to_have_count(1)
    page.wait_for_function(OVER_THE_FINGER, arg=below[1])
    expect(page.locator(".aimed")).to_have_count(1)
    finger("touchEnd")
    expect_moves(page, 1)
    expect_accessible(page)


def test_nothing_is_dealt_before_the_eyes_of_who_wants_no_motion(site, open_page):
    page, _ = open_well(site, open_page, reduced_motion="reduce")
    expect(page.locator(".card")).to_have_count(52)
    assert page.evaluate("dealt") == 0
