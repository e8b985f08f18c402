"""Each game by keyboard from first view to last, on a German page of 320 px, as a laptop shows it four times
as large. Nothing on it is in English or cut, and the stored log replays to the score shown.

`test_first_games` plays the same games by mouse and by finger.
"""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError, expect

from games.replay import Replayed, open_deal, play, replay_log
from games.views import view
from tests.frontend.plain_words import english_in_page

from .hands import Keyboard, make
from .pictures import picture
from .test_screen import FAULTS

VECTORS = Path(__file__).parents[2] / "vectors"
FILES = {
    "wish": "wish.ndjson",
    "winabit": "winabit-5a.ndjson",
    "well": "well-either.ndjson",
    "pyramid": "pyramid-one.ndjson",
    "three-by-three": "three-by-three.ndjson",
}

LOOKS = 4
"""How often a table is looked at, before its ending."""

SMALL = {"viewport": {"width": 320, "height": 640}, "locale": "de-DE"}

CUT = """() => {
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    const told = 'button, .button, .action > span, summary, nav a, th, .board-scroll';
    for (const text of document.querySelectorAll(told))
        if (text.checkVisibility() && text.clientWidth > 0 && text.scrollWidth > text.clientWidth + 1)
            faults.push(`${text.textContent.trim()} is cut`);
    return faults;
}"""
"""What is cut or too wide on a page, in words."""


def wrong_in_german(page):
    """What a page says in English, and what is cut on it."""
    return [*english_in_page(page.content()), *page.evaluate(CUT)]


def faults_of_the_screen(page):
    """What is wrong with the screen after a move, once the page has had time to lay itself out again."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({FAULTS})().length === 0", timeout=5_000)
    return page.evaluate(FAULTS)


def whole_game(game):
    """The shortest golden log of a game that was played to its end; very short ones are left out."""
    logs = [json.loads(line)["log"] for line in (VECTORS / FILES[game]).read_text().splitlines()]
    ended = [log for log in logs if replay_log(log).table.finished and len(log["moves"]) > 6]
    return min(ended, key=lambda log: len(log["moves"]))


def views_of(log):
    """The view before each move."""
    position = open_deal(log["game"], log["seed"], log["rules"])
    for move in log["moves"]:
        yield view(position), move
        position = play(position, move)


@pytest.fixture
def round_page(open_page, api, names):
    """The page of a deal, joined and dealt."""

    def sit_down(log):
        organiser = api.guest(names("Olga"))
        round = {key: log[key] for key in ("game", "seed", "rules")}
        contest = organiser.call(
            "competitions", {"name": "A whole game", "play": "open", "attempts": None, "rounds": [round]}
        )["id"]
        page = open_page(f"{api.url}/c/{contest}/rounds/1", **SMALL, reduced_motion="reduce")
        page.get_by_label("Dein Name").fill(names("Ray"))
        page.get_by_role("button", name="Nur beitreten").click()
        page.get_by_role("button", name="Karten geben").click()
        expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "0")
        return page

    return sit_down


def result_stored(page, api):
    """The log that the page's player has stored, as the service gives it."""
    href = page.locator(".over a[href*='/results/']").first.get_attribute("href")
    answer = page.request.get(f"{api.url}/api/v1/logs/{href.rpartition('/')[2]}")
    assert answer.ok, answer.text()
    return answer.json()


def assert_stored(page, log, api):
    """The page's game is over, is stored move by move, and has the score that the page shows."""
    stored = result_stored(page, api)
    assert stored["moves"] == log["moves"]
    played = replay_log(stored)
    assert isinstance(played, Replayed)
    assert played.table.finished
    expect(page.locator("[data-ply] dd").first).to_have_text(str(played.score).replace("-", "\N{MINUS SIGN}"))


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "well" else pytest.mark.extra) for game in FILES]
)
def test_a_whole_game_by_keyboard_alone(round_page, api, game):
    """One in every run. Cards that travel take a third of such a test: they do in `test_first_games`."""
    page = round_page(log := whole_game(game))
    hands, looks, wrong = Keyboard(page), len(log["moves"]) // LOOKS + 1, {}
    for seen, move in views_of(log):
        if seen["ply"] % looks == 0:
            wrong[seen["ply"]] = [*wrong_in_german(page), *faults_of_the_screen(page)]
        make(hands, seen, move)
    assert_stored(page, log, api)
    wrong["ending"] = wrong_in_german(page)
    picture(page, f"played-{game}")
    assert not {at: each for at, each in wrong.items() if each}
