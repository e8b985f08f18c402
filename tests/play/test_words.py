"""What is said of an attempt: with each view, and of all its moves if it is asked for."""

import pytest

from competitions.play import positions
from competitions.web import costs
from games import GAMES
from games.steps import moves_in_words
from tests.clients.contests import sealed

from .records import deal_of
from .seats import sit_down


@pytest.fixture
def seat(owner, rival):
    return sit_down(rival, owner.create(**sealed("winabit")))


def test_every_view_says_why_cards_stay_and_what_the_last_move_was(seat):
    assert seat.view["last"] is None
    said = seat.play(0, "turn").body["view"]
    assert said["last"]["move"] == "turn"
    assert said["last"]["words"].endswith("from the stock to the waste")
    assert said["reasons"]["8"] == ["this place is empty"]
    assert said["takes"]["8"] == "a king"
    assert said["certain"] is None


def test_the_last_move_is_said_by_a_process_that_remembers_nothing_too(seat, monkeypatch):
    said = seat.play(0, "turn", "turn").body["view"]
    monkeypatch.setattr(positions, "memory", positions.Memory(10))
    assert seat.view == said


def test_the_moves_are_said_in_words_on_request_to_those_who_may_see_them(seat, owner):
    seat.play(0, "turn", "pull 3 2")
    body = seat.client.get(f"{seat.path}?words=1").body
    game = GAMES["winabit"]
    deal = deal_of({"id": body["competition"]})
    assert body["words"] == moves_in_words(game.open(deal.seed, deal.rules), body["moves"])
    assert "words" not in seat.look()
    assert "words" not in owner.get(f"{seat.path}?words=1").body
    assert seat.client.get(f"{seat.path}?words=x").outcome == (422, "invalid")


def test_words_are_paid_for_like_a_replay_with_its_steps(seat, monkeypatch):
    seat.play(0, "turn")
    paid = []
    monkeypatch.setattr("competitions.api.views.attempts.charge", lambda request, ms: paid.append(ms))
    seat.client.get(f"{seat.path}?words=1")
    assert paid == [costs.of_replay(1, steps=True)]
