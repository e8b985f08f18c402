"""What is said of an attempt in words: with each view, and of all its moves on request. It gets no hints."""

import pytest

from competitions.play import positions
from competitions.web import costs
from games.steps import moves_in_words
from tests.clients.contests import sealed

from .records import deal_of
from .seats import sit_down


@pytest.fixture
def seat(owner, rival):
    return sit_down(rival, owner.create(**sealed("winabit")))


def test_every_view_says_why_cards_stay_and_what_the_last_move_was(seat, monkeypatch):
    assert seat.view["last"] is None
    said = seat.play(0, "turn").body["view"]
    assert said["last"]["move"] == "turn"
    assert said["last"]["words"].endswith("from the stock to the waste")
    assert (said["reasons"]["8"], said["takes"]["8"]) == (["this place is empty"], "a king")
    assert said["certain"] is None
    monkeypatch.setattr(positions, "memory", positions.Memory(10))
    assert seat.view == said, "a process that remembers nothing says the same"


def test_the_moves_are_said_in_words_on_request_to_those_who_may_see_them(seat, owner, monkeypatch):
    """Words are paid for like a replay with its steps."""
    paid = []
    monkeypatch.setattr("competitions.api.views.attempts.charge", lambda request, ms: paid.append(ms))
    seat.play(0, "turn", "pull 3 2")
    body = seat.client.get(f"{seat.path}?words=1").body
    assert paid[-1] == costs.of_replay(2, steps=True)
    opening = deal_of({"id": body["competition"]}).opening
    assert body["words"] == moves_in_words(opening, body["moves"])
    assert "words" not in seat.look()
    assert "words" not in owner.get(f"{seat.path}?words=1").body
    assert seat.client.get(f"{seat.path}?words=x").outcome == (422, "invalid")


@pytest.mark.parametrize("settings", [sealed("wish"), {}], ids=["sealed", "open"])
def test_in_a_contest_there_are_no_hints(owner, rival, settings):
    seat = sit_down(rival, owner.create(**settings))
    assert seat.client.get(f"{seat.path}/hint").status == 404
