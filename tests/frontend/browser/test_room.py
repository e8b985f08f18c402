"""The scoreboard for a room, on a projector and in a pocket."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from .deal import SEED, beginnings
from .pictures import picture
from .players import sending
from .scoreboard import expect_live

pytestmark = pytest.mark.extra

PROJECTOR = {"width": 1920, "height": 1080}


@pytest.fixture
def room(site, api, names):
    """A contest with these players, in order of joining: its room's address, its id, and their clients."""

    def make(*players):
        contest = api.guest(names("Olga Owner")).contest()
        called = [names(player) for player in players]
        return f"{site}/c/{contest}/room", contest, {name: api.guest(name).join(contest) for name in called}

    return make


def seat(page, name):
    return page.locator(".seat", has=page.get_by_text(name, exact=True))


def names_on_the_wall(page):
    return page.locator(".seat-name bdi").all_inner_texts()


def latest(page):
    return page.locator(".latest li")


def test_a_result_moves_names_to_their_ranks(open_page, room):
    url, contest, players = room("Ann", "Bo", "Cy", "Di")
    ann, bo, cy, di = players
    best, better, good, *_ = beginnings("three-by-three").items()
    players[bo].play(contest, good[1])
    page = open_page(url, viewport=PROJECTOR)
    expect_live(page)
    assert names_on_the_wall(page) == [bo, ann, cy, di]
    expect(page.locator(".room-latest")).to_contain_text("appear here at once")

    players[di].play(contest, better[1])
    expect(latest(page)).to_have_text([f"{di}: {better[0]}, now 1st"])
    expect(seat(page, di)).to_have_class("seat medal place-1 rose")
    expect(seat(page, bo).locator(".seat-rank")).to_contain_text("2nd")
    expect(seat(page, bo).locator(".seat-shift")).to_have_text("▼1")
    players[bo].play(contest, best[1])
    expect(latest(page)).to_have_text([f"{bo}: {best[0]}, now 1st", f"{di}: {better[0]}, now 1st"])
    expect(seat(page, bo).locator(".seat-shift")).to_have_text("▲1")
    players[ann].play(contest, best[1])
    expect(latest(page).first).to_have_text(f"{ann}: {best[0]}, now joint 1st")
    expect(seat(page, di).locator(".seat-rank")).to_contain_text("3rd")
    expect(seat(page, cy).locator(".seat-rank")).to_contain_text("not ranked yet")

    assert names_on_the_wall(page) == [ann, bo, di, cy]
    page.reload()
    expect_live(page)
    assert names_on_the_wall(page) == [ann, bo, di, cy]
    picture(page, "room-live", full_page=False)
    code = page.get_by_role("img", name="QR code").bounding_box()
    assert min(code["width"], code["height"]) >= 220, "for a phone across the room"
    expect(page.locator(".seat.rose, .seat-shift")).to_have_count(0)


def test_the_feed_ends_where_the_rest_is_fetched(open_page, room):
    url, contest, players = room(*(f"Pat {number}" for number in range(30)))
    *played, _, _, last = players
    best, *_, (worst, worst_moves) = beginnings("three-by-three").items()
    for name in played:
        players[name].play(contest, best[1])
    page = open_page(url, viewport=PROJECTOR)
    expect_live(page)
    players[last].play(contest, worst_moves)
    expect(latest(page)).to_have_text([f"{last}: {worst}, now 28th"])


@pytest.mark.parametrize("many", [4, 40])
def test_a_whole_class_fits_a_projector_and_can_be_read(open_page, room, many):
    url, contest, players = room(*(f"Player {number} of {many}" for number in range(many)))
    scores = list(beginnings("three-by-three").values())
    for number, player in enumerate(list(players.values())[::2]):
        player.play(contest, scores[number % len(scores)])
    page = open_page(url, viewport=PROJECTOR)
    expect_live(page)
    expect(page.locator(".seat")).to_have_count(many)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    seats = page.locator(".seat").evaluate_all("all => all.map(each => each.getBoundingClientRect().bottom)")
    assert max(seats) <= 1080
    sizes = "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    assert min(page.locator(".seat-name").evaluate_all(sizes)) >= 1080 * 0.022
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        picture(page, f"room-{many}-{scheme}", full_page=False)


def test_of_a_crowd_the_leaders_are_shown_and_the_others_counted(open_page, room):
    url, contest, players = room(*(f"Sam {number}" for number in range(43)))
    page = open_page(url, viewport=PROJECTOR)
    expect_live(page)
    expect(page.locator(".seat")).to_have_count(25)
    expect(page.locator(".room-more")).to_have_text("and 18 more")
    last = list(players)[-1]
    score, moves = next(iter(beginnings("three-by-three").items()))
    players[last].play(contest, moves)
    expect(latest(page)).to_have_text([f"{last}: {score}, now 1st"])
    assert names_on_the_wall(page) == [last, *list(players)[:24]]


def test_who_plays_shows_and_at_the_end_the_wall_sorts_itself_and_ends_on_the_winners(
    open_page, site, api, names
):
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest("three-by-three", "wish", closes_at="2099-01-01T12:00:00Z")
    ann, bo, cy, di = called = [names(name) for name in ("Ann", "Bo", "Cy", "Di")]
    players = {name: api.guest(name).join(contest) for name in called}
    (score, moves), (less, other_moves), *_ = beginnings("wish").items()
    page = open_page(f"{site}/c/{contest}/room", viewport=PROJECTOR)
    expect_live(page)
    expect(page.get_by_role("timer")).to_contain_text("days")
    players[bo].call(f"competitions/{contest}/rounds/1/attempts", {})
    expect(seat(page, bo).locator(".seat-note")).to_have_text("playing")
    expect(page.locator(".room-facts")).to_contain_text("1 playing")
    players[ann].play(contest, other_moves, number=2)
    expect(latest(page)).to_have_text([f"{ann}: {less} in round 2, now 1st"])
    players[cy].play(contest, moves, number=2)
    # The marks of the ranks go after six seconds, and the score may come two seconds after them.
    expect(seat(page, cy)).to_have_class("seat medal place-1 rose")
    expect(seat(page, ann).locator(".seat-shift")).to_have_text("▼1")
    expect(latest(page).first).to_have_text(f"{cy}: {score} in round 2, now 1st")
    assert names_on_the_wall(page) == [cy, ann, bo, di]
    expect(seat(page, cy).locator(".seat-note")).to_have_text(f"{score} · 1 of 2 rounds")
    expect(seat(page, cy).locator(".seat-score")).to_have_text(str(30 + score))
    page.evaluate("window.same = true")

    owner.call(f"competitions/{contest}/close", {})
    expect(page.locator(".room-rounds")).to_have_text("Closed: these are the results.")
    expect(page.locator(".seat-name bdi")).to_have_text([cy, ann, bo, di])
    expect(page.locator(".winner-name")).to_have_text([cy, ann, bo])
    expect(page.get_by_role("img", name="QR code")).to_be_hidden()
    for gone in (".room-join", ".room-latest", ".link-state", ".seat-note.playing"):
        expect(page.locator(gone).filter(visible=True)).to_have_count(0)
    assert page.evaluate("window.same")
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    picture(page, "room-over", full_page=False)


def test_it_fills_the_screen_and_comes_back(open_page, room):
    url, *_ = room("Ann")
    page = open_page(url)
    expect_live(page)
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()


def test_after_a_freeze_the_organiser_reveals_the_places_from_the_last_to_the_first(
    open_page, site, api, names
):
    page = open_page(f"{site}/c/{api.guest(names('Olga Owner')).contest()}")
    page.get_by_label("Your name").fill(names("Rita Revealer"))
    page.get_by_role("button", name="Only join").click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    soon = datetime.now(UTC) + timedelta(seconds=4)
    body = {"name": "The final", "play": "open", "rounds": [{"game": "three-by-three", "seed": SEED}]}
    body |= {"freeze_at": soon.isoformat(), "closes_at": "2099-01-01T12:00:00Z"}
    contest = sending(page)("competitions", body)["id"]
    best, better, good, *_ = beginnings("three-by-three").items()
    ann, bo, cy = called = [names(name) for name in ("Ann", "Bo", "Cy")]
    players = {name: api.guest(name).join(contest) for name in called}
    players[ann].play(contest, good[1])
    page.goto(f"{site}/c/{contest}/room")
    expect(page.locator(".room-frozen")).to_be_visible()
    players[bo].play(contest, better[1])
    players[cy].play(contest, best[1])
    sending(page)(f"competitions/{contest}/close", {})

    expect(page.get_by_role("button", name="Reveal 3rd place")).to_be_visible()
    shown, said = page.locator(".seat-name bdi"), page.locator(".room-status [role=status]")
    expect(shown).to_have_count(0)
    expect(page.locator(".winner")).to_have_count(0)
    page.keyboard.press("Space")
    expect(shown).to_have_text([ann])
    expect(said).to_have_text(f"3rd: {ann}, {good[0]}.")
    page.reload()
    page.get_by_role("button", name="Reveal 3rd place").click()
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_text([bo, ann])
    page.get_by_role("button", name="Reveal 1st place").click()
    expect(said).to_have_text(f"1st: {cy}, {best[0]}.")
    expect(page.locator(".winner-name")).to_have_text([cy, bo, ann])


NOW = """() => {
    const { room } = document.querySelector('[data-room]').dataset;
    return JSON.parse(document.getElementById(room).textContent).now;
}"""
"""The server's time in the page."""


def test_who_comes_back_gets_the_time_of_now_and_not_that_of_a_kept_page(site, open_page, room):
    url, *_ = room("Ann")
    page = open_page(url)
    left = page.evaluate(NOW)
    page.goto(f"{site}/games")
    page.go_back()
    assert page.evaluate(NOW) > left
