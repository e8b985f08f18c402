"""Games as they were played, in a real browser: alone, side by side, and from a log that somebody has."""

import json
import random

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.deck import commitment
from games.steps import moves_in_words, recording_of
from tests.frontend.walks import walk

from .deal import SEED
from .hands import press
from .pictures import picture

pytestmark = pytest.mark.extra

GAME = "wish"


@pytest.fixture
def moves():
    """Moves of the tests' deal: other ones for each `n`."""

    return lambda n: walk(GAMES[GAME], SEED, random.Random(n))


@pytest.fixture
def results(site, api, names, moves):
    """Two results of one deal that everybody may watch, as addresses; the first took more moves."""
    owner = api.guest(names("Olga Owner"))
    contest = owner.contest(GAME, name="The Saturday league")
    logs = []
    for name, made in (("Ada", moves(1)), ("Grace", moves(2)[:3])):
        log = api.guest(names(name)).join(contest).play(contest, made)
        logs.append(f"{site}/results/{log}")
    owner.call(f"competitions/{contest}/close", {})
    return logs


@pytest.fixture
def tables():
    """The piles of the tests' deal after each move."""

    def tables(moves):
        found = []
        for step in recording_of(GAMES[GAME].open(SEED), moves).steps:
            found.append({**(found[-1] if found else {}), **step.piles})
        return found

    return tables


def expect_table(page, piles, game=0):
    """The table shows these piles, each by its exposed card."""
    table = page.locator(".replay-game").nth(game)
    for name, cards in piles.items():
        pile = table.locator(f'[data-pile="{name}"]')
        if cards:
            expect(pile.locator("[data-card]").last).to_have_attribute("data-card", cards[-1])
        else:
            expect(pile.locator("[data-card]")).to_have_count(0)


def expect_said(page, text):
    expect(page.locator(".transport-said")).to_have_text(text)


def words_of(made):
    """The moves of the tests' deal, as they are said."""
    return moves_in_words(GAMES[GAME].open(SEED), made)


def test_a_game_plays_to_its_end_and_stays_there(open_page, results, moves, tables):
    made = moves(1)
    page = open_page(results[0])
    expect_said(page, "The deal")
    expect_table(page, tables(made)[0])
    press(page, "Play")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.get_by_label("Speed").select_option("4")
    expect_said(page, f"Move {len(made)} of {len(made)}: {words_of(made)[-1]}")
    expect_table(page, tables(made)[-1])
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(".replay-head .tag")).to_have_text("Played to the end")
    picture(page, "replay-end-desktop-light")


def test_buttons_slider_list_and_keys_lead_to_any_move(open_page, results, moves, tables):
    made, shown = moves(1), tables(moves(1))
    page = open_page(results[0])
    ways = [
        (lambda: press(page, "One move on"), 1),
        (lambda: page.keyboard.press("End"), len(made)),
        (lambda: press(page, "One move on"), len(made)),
        (lambda: page.keyboard.press("ArrowLeft"), len(made) - 1),
        (lambda: press(page, "To the deal"), 0),
        (lambda: press(page, "One move back"), 0),
        (lambda: page.keyboard.press("ArrowRight"), 1),
        (lambda: page.get_by_role("slider", name="Move").fill("5"), 5),
        (lambda: page.locator(".move").nth(2).click(), 3),
        (lambda: press(page, "One move back"), 2),
        (lambda: press(page, "To the end"), len(made)),
        (lambda: page.locator("body").press("Home"), 0),
    ]
    for go, ply in ways:
        go()
        expect_said(page, f"Move {ply} of {len(made)}: {words_of(made)[ply - 1]}" if ply else "The deal")
        expect_table(page, shown[ply])
        marked = page.locator('.move[aria-current="step"]')
        if ply:
            expect(marked).to_have_text(words_of(made)[ply - 1])
        else:
            expect(marked).to_have_count(0)


def test_space_plays_and_pauses_and_presses_what_has_the_focus(open_page, results):
    page = open_page(results[0])
    expect_said(page, "The deal")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="One move on", exact=True).focus()
    page.keyboard.press("Space")
    expect(page.locator(".transport-said")).to_contain_text("Move 1 of")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_the_very_move(open_page, results, moves, tables):
    made = moves(1)
    page = open_page(f"{results[0]}?ply=4", permissions=["clipboard-read", "clipboard-write"])
    expect_said(page, f"Move 4 of {len(made)}: {words_of(made)[3]}")
    expect_table(page, tables(made)[4])
    press(page, "One move on")
    page.wait_for_url(f"{results[0]}?ply=5")
    press(page, "Copy link to this move")
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{results[0]}?ply=5"
    press(page, "To the deal")
    page.wait_for_url(results[0])


def test_two_games_go_side_by_side_in_step(open_page, results, moves, tables):
    first, second = tables(moves(1)), tables(moves(2)[:3])
    page = open_page(results[0], reduced_motion="reduce")
    expect_table(page, first[0], 0)
    page.get_by_role("link", name="Side by side with Grace").first.click()
    page.wait_for_url("**with=*")
    expect(page.locator(".replay-game")).to_have_count(2)
    heads = page.locator(".replay-head")
    expect(heads.nth(0)).to_contain_text("Ada")
    expect(heads.nth(1)).to_contain_text("Grace")
    for ply in (0, 1, 2, 3, 4, 5):
        expect_table(page, first[ply], 0)
        expect_table(page, second[min(ply, 3)], 1)
        expect(heads.nth(1).locator(".tag")).to_have_count(1 if ply >= 3 else 0)
        press(page, "One move on")
    page.wait_for_url("**with=*ply=6")
    boxes = [page.locator(".replay-game").nth(game).bounding_box() for game in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"]
    picture(page, "replay-two-desktop-light")
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.replay-game')].map(game => game.offsetLeft)).size"
        " === 1 && document.documentElement.scrollWidth <= 360"
    )
    picture(page, "replay-two-phone-light")
    page.wait_for_function(  # the script makes the tables lower after the styles have made them narrower
        """() => {
            document.querySelector('.replay-tables').scrollIntoView({behavior: 'instant'});
            const place = selector => [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
            return place('.replay-game').bottom <= place('.transport').top + 1;  // no control covers a table
        }"""
    )
    page.set_viewport_size({"width": 740, "height": 360})  # the same phone, held sideways
    page.wait_for_function(
        "() => innerHeight === 360 && document.querySelector('.cloth').clientHeight < 0.6 * innerHeight"
    )
    page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.replay-game')].map(game => game.offsetTop)).size === 1"
    )
    top = page.locator(".replay-game").first.bounding_box()["y"]
    controls = page.locator(".transport").bounding_box()
    assert controls["y"] + controls["height"] - top <= 360, "tables and controls are seen together"


def test_a_replay_that_cannot_be_loaded_leaves_the_moves_to_read(open_page, results, moves):
    page = open_page("about:blank", faults="503")
    page.route("**/replay", lambda route: route.fulfill(status=503, json={"code": "unavailable"}))
    page.goto(results[0])
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    assert page.locator(".written-log code").all_text_contents() == moves(1)


# Verifying


def drop(page, name, text):
    """A file dropped somewhere on the page."""
    data = page.evaluate_handle(
        """([name, text]) => {
            const held = new DataTransfer();
            held.items.add(new File([text], name));
            return held;
        }""",
        [name, text],
    )
    page.dispatch_event("h1", "dragover", {"dataTransfer": data})
    page.dispatch_event("h1", "drop", {"dataTransfer": data})


@pytest.fixture
def log(moves):
    return {"game": GAME, "seed": SEED, "rules": {}, "moves": moves(1)}


def test_a_file_is_dropped_verified_and_watched(site, open_page, log, tables):
    page = open_page(f"{site}/verify")
    drop(page, "log.json", json.dumps(log))
    expect(page.get_by_label("Log", exact=True)).to_have_value(json.dumps(log))
    expect(page.get_by_text("log.json is in the field")).to_be_visible()
    page.get_by_label("Commitment").fill(commitment(GAME, SEED))
    press(page, "Verify")
    expect(page.get_by_role("heading", name="Result confirmed")).to_be_visible()
    expect(page.get_by_text("The cards match your fingerprint")).to_be_visible()
    shown = tables(log["moves"])
    expect_table(page, shown[0])
    press(page, "To the end")
    expect_table(page, shown[-1])
    assert page.url == f"{site}/verify"
    picture(page, "verify-right-desktop-light")


def test_a_file_may_be_chosen_too_and_one_that_is_too_long_is_not_taken(site, open_page, log):
    page = open_page(f"{site}/verify")
    with page.expect_file_chooser() as choosing:
        press(page, "Choose a file")
    choosing.value.set_files(
        {"name": "log.json", "mimeType": "application/json", "buffer": json.dumps(log).encode()}
    )
    expect(page.get_by_label("Log", exact=True)).to_have_value(json.dumps(log))
    drop(page, "huge.ndjson", "x" * (256 * 1024 + 1))
    expect(page.get_by_text("huge.ndjson is too long")).to_be_visible()
    expect(page.get_by_label("Log", exact=True)).to_have_value(json.dumps(log))


def test_a_log_that_breaks_a_rule_is_watched_up_to_there(site, open_page, log, tables):
    page = open_page(f"{site}/verify")
    made = [*log["moves"][:3], "pair 1 1"]
    page.get_by_label("Log", exact=True).fill("\n".join(made))
    page.get_by_label("Game").select_option("Wish")
    page.get_by_label("Seed").fill(SEED)
    press(page, "Verify")
    expect(page.get_by_text("Move 4 is refused.")).to_be_visible()
    press(page, "To the end")
    expect_said(page, f"Move 3 of 3: {words_of(made)[2]}")
    expect_table(page, tables(made)[3])
    expect(page.locator(".replay-head .tag")).to_have_text("The next move is refused")
    picture(page, "verify-refused-desktop-light")
