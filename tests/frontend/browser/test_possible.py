"""What was possible in a game, at its replay: the drawing, a best line, mistakes tried again, two games."""

import random
from functools import cache

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import Replayed, replay
from solvers.best_lines import best_along
from tests.frontend.walks import walk
from tests.servers.analysing import analyse_games

from .axe import expect_accessible
from .hands import Keyboard, act_of
from .pictures import picture
from .players import Api

GAME, SEED = "well", "possible-3"


@pytest.fixture(scope="module")
def league(site, names):
    """A contest that is closed, and two games of random moves at its deal: their moves by the address of
    each."""
    api = Api(site)
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest(name="The Saturday league", rounds=[{"game": GAME, "seed": SEED}])
    games = {}
    for walker, name in ((3, "Ada"), (8, "Grace")):
        moves = walk(GAMES[GAME], SEED, random.Random(walker))
        log = api.guest(names(name)).join(contest).play(contest, moves)
        games[f"{site}/results/{log}"] = moves
    owner.call(f"competitions/{contest}/close", {})
    return contest, games


@pytest.fixture
def games(league):
    return league[1]


@pytest.fixture
def look(league, site_settings):
    """Opens the page of a game, and asks what was possible if nobody has; the page shows it by itself."""
    contest, _ = league

    def look(page, address):
        page.goto(address)
        # A small contest is analysed unasked, but not at the moment of its close.
        if (asked := page.get_by_role("button", name="See what was possible")).count():
            asked.click()
        analyse_games(contest, site_settings)
        expect(page.locator(".best-chart")).to_be_visible()
        expect(page.get_by_role("button", name="Show a best line").first).to_be_visible()

    return look


@cache
def best_of(moves):
    return best_along(GAMES[GAME].open(SEED), moves)


def along_of(moves):
    return best_of(tuple(moves))


def first_mistake(moves):
    """After how many moves points were thrown away, how many, and what would have kept them."""
    along = along_of(moves)
    scores = [solution.score for solution in along]
    ply = next(ply for ply in range(len(moves)) if scores[ply + 1] > scores[ply])
    return ply, scores[ply + 1] - scores[ply], along[ply].moves[0]


def another_way(moves):
    """After how many moves the second mistake was made, and a move that keeps the points as well as the best
    line's: the end of that still stands after it."""
    along = along_of(moves)
    _, ply, *_ = [ply for ply in range(len(moves)) if along[ply + 1].score > along[ply].score]
    line = along[ply].moves
    for at, move in enumerate(line):
        played = replay(GAMES[GAME], SEED, {}, [*moves[:ply], move, *line[:at], *line[at + 1 :]])
        if move != line[0] and isinstance(played, Replayed) and played.score == along[ply].score:
            return ply, move
    raise AssertionError("another game must be played here")


def view_of(moves):
    played = replay(GAMES[GAME], SEED, {}, moves)
    assert isinstance(played, Replayed)
    return played.view()


def expect_table(page, view):
    """The table at which mistakes are tried again comes to show the uppermost cards of this view."""
    for name, cards in view["piles"].items():
        shown = page.locator(f'.learning [data-pile="{name}"] [data-card]')
        if cards:
            expect(shown.last).to_have_attribute("data-card", cards[-1])
        else:
            expect(shown).to_have_count(0)


def expect_to_fit(page, name):
    """The page fits and axe finds nothing, on a small phone, on one in the dark, and on a large screen."""
    for width, scheme in ((320, "light"), (390, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        picture(page, f"possible-{name}-{width}-{scheme}")
        expect_accessible(page)


@pytest.mark.extra
def test_a_reader_sees_what_was_possible_and_tries_a_mistake_again(new_context, games, look):
    _, (address, moves) = games.items()
    ply, points, keeps = first_mistake(moves)
    page = new_context(viewport={"width": 390, "height": 800}).new_page()
    look(page, address)
    best, final = along_of([])[0].score, view_of(moves)["score"]
    expect(page.get_by_role("img", name=f"{final} after move {len(moves)}")).to_be_visible()
    marked = page.locator(".move-list .move").nth(ply)
    expect(marked).to_contain_text(f"mistake: {points} points")
    expect(page.locator(".named-scores td").last).to_have_text(str(final))
    expect(page.locator(".pair .small-table")).not_to_have_count(0)
    expect_to_fit(page, "review")

    page.get_by_role("link", name="Show it in the replay").first.click()
    expect(page.locator(".transport-said")).not_to_have_text("The deal")
    page.get_by_role("button", name="To the deal").click()
    page.get_by_role("button", name="Show a best line").click()
    back = page.get_by_role("button", name="Back to the game")
    expect(back).to_be_focused()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay-head")).to_contain_text("A best line")
    expect(page.locator(".replay-head")).to_contain_text(f"Score {best}")
    picture(page, "possible-line")
    back.click()
    expect(page.locator(".transport-said")).to_have_text("The deal")

    page.get_by_role("button", name="Learn from the mistakes").click()
    expect(page.get_by_role("heading", name=f"at move {ply + 1}")).to_be_focused()
    view = view_of(moves[:ply])
    expect(page.locator(".learning .cloth")).to_be_visible()
    expect_to_fit(page, "learn")
    keyboard = Keyboard(page)
    keyboard.do(act_of(view, moves[ply]))
    expect(page.locator(".learning .strip")).to_contain_text("That is the move that was made")
    keyboard.do(act_of(view, keeps))
    expect(page.get_by_text("that keeps the points")).to_be_visible()
    picture(page, "possible-kept")
    page.get_by_role("button", name="Next mistake").click()
    expect(page.get_by_role("heading", name="Mistake 2")).to_be_focused()
    ply, move = another_way(moves)
    view = view_of(moves[:ply])
    expect_table(page, view)
    keyboard.do(act_of(view, move))
    expect(page.get_by_text("that keeps the points")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".transport-said")).not_to_have_text("The deal")


@pytest.mark.extra
def test_two_games_stand_in_one_drawing(new_context, games, look):
    page = new_context(viewport={"width": 390, "height": 800}, color_scheme="dark").new_page()
    page.goto(next(iter(games)))
    page.get_by_role("link", name="just").click()
    page.wait_for_url("**with=*")
    look(page, page.url)
    expect(page.locator("path.chart-line")).to_have_count(4)  # with the two beside their names
    expect(page.locator(".review h3")).to_contain_text(["Ada", "Grace"])
    ada, grace = games.values()
    part = next(ply for ply, (one, other) in enumerate(zip(ada, grace, strict=False)) if one != other)
    page.get_by_role("button", name=f"The games differ after move {part}").click()
    expect(page.locator(".transport-said")).to_have_text(f"Move {part} of {max(len(ada), len(grace))}")
    picture(page, "possible-two-390-dark")
    expect_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.extra
def test_a_tree_is_read_on_three_screens_of_a_phone_and_by_keyboard(new_context, site, api, names):
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest(name="The Sunday league", rounds=[{"game": GAME, "seed": SEED}])
    for n in range(14):
        moves = walk(GAMES[GAME], SEED, random.Random(n % 9), longest=12)
        api.guest(names(f"Ann {n}")).join(contest).play(contest, moves)
    owner.call(f"competitions/{contest}/close", {})
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{site}/c/{contest}/rounds/1/tree")
    for part in ("first", "others", "deeper"):
        expect(page.locator(".way .small-table").first).to_be_visible()
        expect(page.locator(".way-words").first).to_contain_text("usual")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= 3 * 844, part
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        picture(page, f"tree-{part}-390-light")
        expect_accessible(page)
        if part == "first":
            page.get_by_role("link", name="other way").click()
        elif part == "others":
            page.go_back()
            page.locator(".way > a").first.focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", level=1)).to_contain_text("After move")
