"""Hints over REST: with any log, and for no attempt."""

import pytest

from competitions.web import costs
from games import GAMES
from games.hints import hint
from games.replay import play
from tests.clients.contests import sealed

from .seats import sit_down


@pytest.mark.parametrize("settings", [sealed("wish"), {}], ids=["sealed", "open"])
def test_in_a_contest_there_are_no_hints(owner, rival, settings):
    seat = sit_down(rival, owner.create(**settings))
    assert seat.client.get(f"{seat.path}/hint").status == 404


@pytest.mark.parametrize("game", GAMES)
def test_with_any_log_a_hint_may_be_asked_for(anyone, game):
    opening = GAMES[game].open("hinted")
    log = {"game": game, "seed": "hinted", "moves": []}
    said = anyone.post("/replays", log | {"hint": True}).body
    assert said["hint"] == hint(opening)
    after = play(opening, said["hint"]["move"])
    again = anyone.post("/replays", log | {"moves": [said["hint"]["move"]], "hint": True, "help": True}).body
    assert again["hint"] == hint(after)
    assert again["last"]["move"] == said["hint"]["move"]


def test_a_log_that_does_not_stand_has_no_hint_and_one_that_asks_for_none_neither(anyone):
    log = {"game": "wish", "seed": "hinted", "moves": ["pair 1 1"]}
    assert anyone.post("/replays", log | {"hint": True}).body["hint"] is None
    for asked in (False, 1, "yes", None):
        assert "hint" not in anyone.post("/replays", log | {"hint": asked}).body


def test_a_hint_with_a_log_is_paid_for_too(anyone, monkeypatch):
    paid = []
    monkeypatch.setattr("competitions.api.views.replays.charge", lambda request, ms: paid.append(ms))
    log = {"game": "wish", "seed": "hinted", "moves": []}
    anyone.post("/replays", log)
    anyone.post("/replays", log | {"hint": True})
    assert paid[1] - paid[0] == costs.HINT
