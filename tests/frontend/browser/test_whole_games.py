"""Each game by keyboard from first view to last; its stored log replays to the score shown.

`test_first_games` plays the same games by mouse and by finger.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.replay import Replayed, open_deal, play, replay_log
from games.views import view

from .hands import Keyboard, make
from .pictures import picture

VECTORS = Path(__file__).parents[2] / "vectors"
FILES = {
    "wish": "wish.ndjson",
    "winabit": "winabit-5a.ndjson",
    "well": "well-either.ndjson",
    "pyramid": "pyramid-one.ndjson",
    "three-by-three": "three-by-three.ndjson",
}


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

    def sit_down(log, **options):
        organiser = api.guest(names("Olga"))
        round = {key: log[key] for key in ("game", "seed", "rules")}
        contest = organiser.call(
            "competitions", {"name": "A whole game", "play": "open", "attempts": None, "rounds": [round]}
        )["id"]
        page = open_page(f"{api.url}/c/{contest}/rounds/1", **options)
        page.get_by_label("Your name").fill(names("Ray"))
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Deal the cards").click()
        expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "0")
        return page

    return sit_down


def result_stored(page, api):
    """The log that the page's player has stored, as the service gives it."""
    href = page.get_by_role("link", name="Watch it again").get_attribute("href")
    answer = page.request.get(f"{api.url}/api/v1/logs/{href.rpartition('/')[2]}")
    assert answer.ok, answer.text()
    return answer.json()


def play_through(page, hands, log, api):
    for seen, move in views_of(log):
        make(hands, seen, move)
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
    page = round_page(log := whole_game(game), reduced_motion="reduce")
    play_through(page, Keyboard(page), log, api)
    picture(page, f"played-{game}")
