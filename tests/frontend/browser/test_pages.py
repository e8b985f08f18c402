"""What people do on the pages, in a real browser: by mouse, by keyboard, on a phone, without a script."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.waiting import until

from .axe import UNFOLD, expect_accessible
from .deal import SEED, beginnings
from .pictures import picture

KEEP_LABELS = """button => {
    window.labels = [];
    new MutationObserver(() => labels.push(button.textContent)).observe(button, { childList: true });
}"""
"""Keeps what a button says from now on: an answer to a press goes after less than two seconds."""


@pytest.fixture
def league(site, api, names):
    """The address of a contest that has something to show."""
    contest = api.guest(names("Olga Owner")).contest("three-by-three", "wish", name="The Saturday league")
    own = [list(beginnings(game).values()) for game in ("three-by-three", "wish")]
    for place, name in enumerate(("Ada", "حنان", "A name that is 24 letters", "Łukasz")):
        player = api.guest(names(name[:22])).join(contest)
        for number, moves in enumerate(own, start=1):
            if (place + number) % 4:
                player.play(contest, moves[place], number)
    return f"{site}/c/{contest}"


def test_a_guest_joins_with_nothing_but_a_name_and_finds_the_commands(site, league, open_page, names):
    page = open_page(league)
    name = names("Wanda Walk-in")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    expect(page.locator("tr.own .name")).to_contain_text(name)
    expect(page.locator("tr.own .name")).to_contain_text("you")
    page.get_by_text("Proof that the deal was not changed").first.click()
    expect(page.get_by_text(SEED, exact=True).first).to_be_visible()
    page.get_by_text("Play from the command line").click()
    page.get_by_role("button", name="Get a token").click()
    command = page.locator("pre", has_text="EVENDEAL_TOKEN=ed_")
    expect(command).to_be_visible()
    picture(page, "joined-desktop-light")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "joined-phone-light")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.locator("details").evaluate_all(UNFOLD)
    expect_accessible(page)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", ground)[:3])) < 380, "it is dark"
    page.emulate_media(media="print")
    expect(page.locator(".board tbody tr").first).to_be_visible()
    for gone in ("nav", ".button", ".joining", ".sharing", ".colophon"):
        assert not any(part.is_visible() for part in page.locator(gone).all()), gone
    picture(page, "joined-on-paper")


def choose(page, arrow, option):
    """Press an arrow until the list in focus has chosen an option. Nothing is typed: a list forgets the
    letters before a second without one."""
    for _ in range(10):
        if page.evaluate("document.activeElement.selectedOptions[0].text") == option:
            return
        page.keyboard.press(arrow)
    raise AssertionError(f"{arrow} does not lead to {option!r}")


@pytest.mark.extra
def test_a_contest_is_made_by_keyboard_alone(site, open_page, names):
    page = open_page(f"{site}/new")
    keys = page.keyboard
    keys.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    keys.press("Enter")
    keys.press("Tab")
    expect(page.get_by_label("Your name")).to_be_focused()
    keys.type(names("Kay Board"))
    keys.press("Tab")
    keys.type("Without a mouse")
    keys.press("Tab")
    choose(page, "ArrowDown", "Well")
    expect(page.get_by_text("Six deals of Well in one evening")).to_be_visible()
    for preset in ("Friends", "Club night", "Three deals", "A deal a day", "Season"):
        keys.press("Tab")
        expect(page.get_by_role("button", name=preset)).to_be_focused()
    keys.press("Tab")
    expect(page.get_by_role("link", name="Plan a club night")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    keys.press("ArrowDown")
    expect(page.get_by_label("Unlisted")).to_be_checked()
    keys.press("Tab")
    expect(page.get_by_label("Sealed:")).to_be_focused()
    keys.press("Tab")
    choose(page, "ArrowUp", "Pyramid, drawing three")
    for _ in range(2):
        keys.press("Tab")
    expect(page.get_by_role("button", name="Add a round")).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    with page.expect_navigation():  # the new page gives no focus up after it has loaded
        keys.press("Enter")
    expect(page.get_by_role("group", name="Round 2")).to_be_visible()
    expect(page.get_by_label("Name of the contest")).to_have_value("Without a mouse")
    page.locator("#scoring summary").focus()
    keys.press("Enter")
    keys.press("Tab")
    keys.press("ArrowDown")
    expect(page.get_by_label("Matchpoints:")).to_be_checked()
    page.get_by_label("Name of the contest").focus()
    keys.press("Enter")  # in a field it starts the contest, and adds no round
    page.wait_for_url(re.compile(r"/c/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Without a mouse")
    expect(page.get_by_text("Two deals of Pyramid: matchpoints")).to_be_visible()
    expect(page.get_by_text("Round 2:")).to_be_visible()
    expect(page.get_by_text("drawing three").first).to_be_visible()


@pytest.mark.extra
def test_only_what_the_way_of_playing_needs_is_in_sight(site, open_page, names):
    page = open_page(f"{site}/new", faults="422")
    page.get_by_role("heading", name="Or choose for yourself").click()
    page.locator("#playing summary").click()
    attempts, limit = (
        page.get_by_label("Attempts at each round"),
        page.get_by_label("Minutes for one attempt"),
    )
    expect(limit).to_be_visible()
    expect(attempts).to_be_hidden()
    limit.fill("20")
    page.get_by_label("Open: players").check()
    expect(limit).to_be_hidden()
    expect(attempts).to_be_visible()
    page.get_by_label("Your name").fill(names("Minnie Minutes"))
    page.get_by_label("Name of the contest").fill("Twenty minutes")
    page.get_by_role("button", name="Start the contest").last.click()
    expect(limit).to_be_visible()  # what is wrong is never hidden
    expect(limit).to_have_accessible_description(re.compile("Only sealed play"))
    page.get_by_label("Sealed: the server").check()
    page.get_by_role("button", name="Start the contest").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Twenty minutes")


@pytest.mark.extra
def test_the_name_of_a_game_has_one_line_on_every_phone(site, open_page):
    page = open_page(f"{site}/games")
    for width in (320, 360, 400, 412, 430, 480):
        page.set_viewport_size({"width": width, "height": 800})
        lines = page.locator(".game-name").evaluate_all(
            "names => names.map(name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight))"
        )
        assert [round(each) for each in lines] == [1] * 5, width


@pytest.mark.extra
def test_everything_but_the_movement_works_without_a_script(site, league, open_page, names):
    page = open_page(f"{site}/", java_script_enabled=False)
    page.get_by_role("link", name="The Saturday league").first.click()
    expect(page.locator(".board tbody tr").first).to_be_visible()
    expect(page.locator("time").first).to_contain_text("UTC")
    page.get_by_label("Your name").fill(names("Noel Noscript"))
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    page.get_by_role("link", name="Start a contest").click()
    page.get_by_label("Name of the contest").fill("Plain as paper")
    page.get_by_role("heading", name="Or choose for yourself").click()
    page.get_by_role("button", name="Add a round").click()
    page.get_by_role("button", name="Remove round 1").click()
    page.get_by_label("Closes (UTC)").last.fill("2099-01-01T12:00")
    page.get_by_role("button", name="Start the contest").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plain as paper")
    expect(page.locator("time", has_text="1 Jan 2099, 12:00 UTC").first).to_be_visible()
    page.get_by_role("link", name="Start a contest").click()
    page.get_by_label("Name of the contest").fill("Club night on paper")
    page.get_by_role("button", name="Club night").click()
    expect(page.get_by_text("Six deals of Three By Three: matchpoints")).to_be_visible()


@pytest.mark.extra
def test_dates_are_in_the_viewers_zone_and_kept_in_utc(site, open_page, names, api):
    page = open_page(f"{site}/new", timezone_id="Asia/Tokyo", locale="en-GB", faults="422")
    closes = datetime.now(UTC).replace(hour=3, minute=30) + timedelta(days=400)
    page.get_by_label("Your name").fill(names("Toshi Tokyo"))
    page.get_by_role("heading", name="Or choose for yourself").click()
    page.get_by_label("Closes (Asia/Tokyo)").last.fill(f"{closes:%Y-%m-%d}T12:30")
    page.get_by_role("button", name="Start the contest").last.click()  # without a name: it comes back
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Closes (Asia/Tokyo)").last).to_have_value(f"{closes:%Y-%m-%d}T12:30")
    page.get_by_label("Name of the contest").fill("Half past noon")
    page.get_by_role("button", name="Start the contest").last.click()
    page.wait_for_url(re.compile(r"/c/"))
    expect(page.locator("time", has_text="12:30").first).to_be_visible()
    kept = api.call(f"competitions/{page.url.rpartition('/')[2]}")["closes_at"]
    assert kept == f"{closes:%Y-%m-%d}T03:30:00Z"


@pytest.mark.extra
def test_links_and_commands_can_be_copied(site, league, open_page):
    page = open_page(league, permissions=["clipboard-read", "clipboard-write"])
    copy = page.locator(".share").get_by_role("button", name="Copy")
    copy.evaluate(KEEP_LABELS)
    copy.click()
    page.wait_for_function("() => labels.includes('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == league


@pytest.mark.extra
def test_a_browser_can_install_it(site, open_page):
    page = open_page(site, whole=True, faults="Manifest: Line: 1")  # that of the last one, which is none
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"] == f"{site}/manifest.webmanifest?language=en"
    assert manifest["errors"] == []
    assert manifest["manifest"]["name"] == "Evendeal"

    def faults():
        """What Chromium has against it, but for this: the browser of a test keeps nothing."""
        found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        return {each["errorId"] for each in found} - {"in-incognito"}

    assert faults() == set()
    page.locator("link[rel=manifest]").evaluate("link => (link.href = '/robots.txt')")
    until(lambda: "manifest-missing-suitable-icon" in faults(), "Chromium takes anything for a manifest")
