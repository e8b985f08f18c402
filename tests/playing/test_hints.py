"""Hints over REST: in open play for the player alone, in sealed play for nobody, and with any log."""

import pytest

from competitions.http import costs
from games import GAMES
from games.hints import hint
from games.replay import play
from tests.clients.contests import sealed

from .seats import sit_down
from .tokens import narrow


def hint_at(seat):
    return seat.client.get(f"{seat.path}/hint")


@pytest.fixture
def seat(owner, rival):
    return sit_down(rival, owner.create())


def test_in_open_play_a_hint_says_what_to_do_and_why(seat):
    said = hint_at(seat)
    assert (said.status, said.body["ply"]) == (200, 0)
    assert set(said.body["hint"]) == {"move", "words", "why"}
    move = said.body["hint"]["move"]
    assert move in seat.view["legal"]
    assert seat.play(0, move).status == 200
    assert hint_at(seat).body["ply"] == 1


def test_a_hint_is_for_the_player_alone(seat, owner, anyone, stranger):
    for other in (owner, stranger):
        assert other.get(f"{seat.path}/hint").outcome == (404, "not_found")
    assert anyone.get(f"{seat.path}/hint").outcome == (401, "unauthenticated")
    assert seat.client.post(f"{seat.path}/hint", {}).outcome == (405, "method_not_allowed")


@pytest.mark.parametrize("game", GAMES)
def test_in_sealed_play_there_is_no_hint_in_any_game_nor_after_the_end(owner, rival, game):
    seat = sit_down(rival, owner.create(**sealed(game)))
    assert hint_at(seat).outcome == (403, "embargo")
    seat.finish()
    assert hint_at(seat).outcome == (403, "embargo")


def test_an_attempt_that_has_ended_has_no_hint(seat):
    seat.finish()
    assert hint_at(seat).outcome == (409, "attempt_finished")


def test_a_token_that_only_reads_gets_no_hint(seat):
    narrow(seat.client, "read")
    assert hint_at(seat).outcome == (403, "forbidden")


def test_hints_are_paid_for(seat, monkeypatch):
    paid = []
    monkeypatch.setattr("competitions.api.views.attempts.charge", lambda request, ms: paid.append(ms))
    assert hint_at(seat).status == 200
    assert paid == [costs.HINT]


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
