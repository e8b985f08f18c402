"""Where a network lets pages through but no sockets, games are played and boards move all the same."""

import pytest
from playwright.sync_api import expect

from tests.servers.filtering import filtering

from .deal import beginnings
from .hands import expect_moves, make_moves
from .players import take_a_seat
from .scoreboard import expect_live

FAULTS = "WebSocket|403|ERR_"
SOCKETS = """window.opened = [];
window.WebSocket = class extends WebSocket { constructor(url) { super(url); opened.push(this); } };"""
"""Keeps the sockets of a page where a test finds them."""
TALKS = "() => opened.some(each => each.readyState === 1 && !each.url.endsWith('notices'))"


@pytest.fixture
def proxy(site):
    with filtering(site) as made:
        yield made


@pytest.mark.extra
@pytest.mark.long
def test_a_game_is_played_and_a_board_moves_without_sockets_and_both_go_back_to_them(
    site, api, names, open_page, proxy
):
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest("three-by-three")
    ray = names("Ray Rival")
    rival = api.guest(ray).join(contest)
    moves = next(iter(beginnings("three-by-three").values()))
    assert len(moves) > 5

    def opened(address, *, seated=None):
        def before(browser):
            browser.add_init_script(SOCKETS)
            if seated:
                take_a_seat(browser, address, seated)

        return open_page(address, faults=FAULTS, alone=True, before=before, reduced_motion="reduce")

    proxy.sockets = "refused"
    board = opened(f"{proxy.url}/c/{contest}")
    table = opened(f"{proxy.url}/c/{contest}/rounds/1", seated=names("Pat Player"))
    expect_moves(table, 0)
    make_moves(table, moves[:2])
    expect_live(board)
    rival.play(contest, moves)
    expect(board.locator(".board tbody .name bdi").first).to_have_text(ray)

    proxy.sockets = "silent"
    table.reload()
    expect_moves(table, 2)
    make_moves(table, moves[2:4], made=2)

    proxy.sockets = "open"
    for page in (board, table):
        page.wait_for_function(TALKS)
    proxy.cut()
    make_moves(table, moves[4:5], made=4)
    expect_live(board)
