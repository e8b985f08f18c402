"""The scoreboard as it moves, in real browsers on a real server."""

import re
import sys
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.servers.daphne import ROOT, environment
from tests.servers.running import running, stop, wait_for

from .deal import beginnings
from .pictures import picture
from .players import Api, call_unseen, join_unseen, take_a_seat
from .scoreboard import expect_live, names_on

ROWS = ".board tbody tr"
LONGEST_MS = """() => Math.max(...document.getAnimations().filter(each => each.timeline === document.timeline)
    .map(each => each.effect.getComputedTiming().endTime), 0)"""
"""How long the longest movement on the page lasts."""
SERVED = """async () => {
    const served = await (await fetch(location.href)).text();
    const page = new DOMParser().parseFromString(served, 'text/html');
    return [...page.querySelectorAll('.board tbody .name bdi')].map(each => each.textContent);
}"""
"""The names on the scoreboard as the page is served now, before any script runs."""
MARKS = """() => {
    const body = document.querySelector('.board tbody');
    window.marks = [];
    new MutationObserver(() => {
        const [first] = body.rows;
        const shift = first.querySelector('.shift.up')?.textContent.trim();
        marks.push(`${first.querySelector('bdi').textContent} ${first.className} ${shift}`);
    }).observe(body, { attributes: true, childList: true, subtree: true });
}"""
"""Keeps how the first row is marked from now on: each mark goes after less than three seconds."""


@pytest.fixture
def cast(api, names):
    """Four players in one contest, nobody played yet; their API clients by letter, and the contest."""

    def make(*games):
        owner = api.guest(names("Olga Owner"))
        contest = owner.contest(*games)
        players = {letter: names(letter * 3) for letter in "ABCD"}
        return contest, players, {letter: api.guest(name).join(contest) for letter, name in players.items()}

    return make


def wait_for_order(page, names, letters):
    script = """names => {
        const shown = [...document.querySelectorAll('.board tbody .name bdi')].map(each => each.textContent);
        return JSON.stringify(shown) === JSON.stringify(names);
    }"""
    page.wait_for_function(script, arg=[names[letter] for letter in letters])


def test_two_browsers_see_the_same_ranks_move_and_one_that_was_away_misses_nothing(site, open_page, cast):
    contest, names, players = cast("three-by-three", "wish")
    (first_score, best), (_, better), (_, good), *_ = beginnings("three-by-three").items()
    lost = "WebSocket|ERR_INTERNET_DISCONNECTED"
    pages = [
        open_page(f"{site}/c/{contest}", faults=lost, reduced_motion=each)
        for each in ("no-preference", "reduce")
    ]
    for page in pages:
        expect_live(page)
        assert names_on(page) == [names[letter] for letter in "ABCD"]
        page.evaluate(MARKS)
    for letter, moves, order in (("C", good, "CABD"), ("D", better, "DCAB"), ("C", best, "CDAB")):
        players[letter].play(contest, moves)
        for page in pages:
            wait_for_order(page, names, order)
    for page in pages:
        expect(page.locator(ROWS).first.locator(".rank")).to_contain_text("1")
        page.wait_for_function("mark => marks.includes(mark)", arg=f"{names['C']} leads rose ▲1")
    for page in pages:
        lead = f"{names['C']} leads with {first_score + 32}."
        expect(page.get_by_role("status")).to_have_text(lead)
        expect(page.locator(".board-status")).to_contain_text("2 watching")
        assert page.evaluate(LONGEST_MS) < 5000, "nothing moves by itself for longer (WCAG 2.2.2)"
    for page in pages:
        assert page.evaluate(SERVED) == names_on(page)

    away, here = pages
    away.context.set_offline(True)
    expect(away.locator(".link-state")).to_have_text("Connection lost, trying again")
    expect(away.get_by_role("status")).to_contain_text("Connection lost")
    picture(away, "scoreboard-lost", full_page=False)
    score, moves = next(iter(beginnings("wish").items()))
    players["B"].play(contest, moves, number=2)
    wait_for_order(here, names, "BCDA")
    away.context.set_offline(False)
    expect_live(away)
    wait_for_order(away, names, "BCDA")
    for page in pages:
        cells = page.locator(ROWS).first.locator(".cell")
        expect(cells.nth(1)).to_have_text(str(score))
        expect(cells.nth(0)).to_contain_text("not played")
        expect(page.locator(ROWS).first.locator(".total")).to_have_text(str(30 + score))


@pytest.mark.extra
def test_an_end_that_the_organiser_moves_is_followed_by_every_open_page(site, open_page, api, names):
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest(closes_at="2099-01-01T12:00:00Z")
    url = f"{site}/c/{contest}"
    page, room, round = (open_page(f"{url}{path}") for path in ("", "/room", "/rounds/1"))
    table = open_page(f"{url}/rounds/1", before=lambda it: take_a_seat(it, f"{url}/rounds/1", names("Ann")))
    counting = (
        page.locator(".glance .countdown"),
        room.get_by_role("timer"),
        table.locator("dl > div").filter(has_text="Left").locator("dd"),
    )
    for each in counting:
        expect(each).to_contain_text("days")
    end = (datetime.now(UTC) + timedelta(hours=2)).replace(microsecond=0)
    owner.change(contest, closes_at=end.isoformat())
    for each in counting:
        expect(each).to_contain_text(re.compile(r"1:5\d:\d\d"))
    written = f"{end:%Y-%m-%dT%H:%M:%SZ}"
    for each in (page, round):
        closes = each.locator("[data-window^=ends] time")
        for nth in range(closes.count()):
            expect(closes.nth(nth)).to_have_attribute("datetime", written)
    owner.change(contest, closes_at=None)
    expect(page.locator(".notice")).to_contain_text("The organiser has moved the times.")
    expect(table.locator("dl > div").filter(has_text="Left")).to_have_count(0)


@pytest.mark.extra
def test_rows_travel_to_their_new_place_unless_motion_is_unwelcome(site, open_page, cast):
    contest, names, players = cast()
    best = next(iter(beginnings("three-by-three").values()))
    watching = """() => {
        window.travelled = 0;
        const body = document.querySelector('.board tbody');
        const look = () => {
            const moving = body.getAnimations({subtree: true})
                .filter(each => each.effect.target.tagName === 'TR' && each.playState === 'running');
            window.travelled = Math.max(window.travelled, moving.length);
            requestAnimationFrame(look);
        };
        look();
    }"""
    url = f"{site}/c/{contest}"
    pages = {motion: open_page(url, reduced_motion=motion) for motion in ("no-preference", "reduce")}
    for page in pages.values():
        expect_live(page)
        page.evaluate(watching)
    players["D"].play(contest, best)
    for page in pages.values():
        wait_for_order(page, names, "DABC")
    pages["no-preference"].wait_for_function("() => window.travelled >= 4")
    assert pages["reduce"].evaluate("window.travelled") == 0


@pytest.mark.extra
def test_a_press_at_the_desk_counts_although_a_player_joins_meanwhile(site, open_page, api, names):
    first = f"{site}/c/{api.guest(names('Olga Owner')).contest()}"
    page = open_page(first, before=lambda it: join_unseen(it, first, names("Dora Desk")))
    settings = {"name": "Friday evening", "rounds": [{"game": "wish"}]}
    contest = call_unseen(page.context, site, "competitions", settings)["id"]
    call_unseen(page.context, site, f"competitions/{contest}/entries", {})
    page.goto(f"{site}/c/{contest}/desk")
    table = page.locator("[data-desk]")
    table.locator("summary").hover()
    with page.expect_response(page.url) as read:
        page.mouse.down()
        api.guest(names("Ray Rival")).join(contest)
    read.value.finished()
    page.wait_for_timeout(200)  # long enough to renew the table for a page that would not wait
    page.mouse.up()
    expect(table.locator("tbody tr")).to_have_count(2)
    expect(table.locator("details[open]")).to_have_count(1)


@pytest.mark.extra
@pytest.mark.long
def test_a_server_that_is_restarted_is_found_again(daphne_server, open_page, tmp_path):
    site = daphne_server()
    api = Api(site.url)
    contest = api.guest("Olga Owner").contest()
    ada = api.guest("Ada").join(contest)
    page = open_page(f"{site.url}/c/{contest}", faults="WebSocket|ERR_CONNECTION_REFUSED")
    expect_live(page)
    stop(site.process)
    expect(page.locator(".link-state")).to_have_text("Connection lost, trying again")
    folder = site.logs[0].parent
    settings = {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'evendeal.sqlite3'}"}
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", site.url.rpartition(":")[2]]
    command += ["--verbosity", "0", "config.asgi:application"]
    log = tmp_path / "daphne.log"
    with running(command, log, cwd=ROOT, env=environment(settings)) as process:
        wait_for(process, lambda: _answers(api), log)
        expect(page.locator(".link-state")).to_have_text("Live")
        ada.play(contest, next(iter(beginnings("three-by-three").values())))
        expect(page.locator(ROWS).first.locator(".rank")).to_contain_text("1")


def _answers(api):
    try:
        return api.call("games")
    except OSError:
        return False
