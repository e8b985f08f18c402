"""Taking moves back: in open play any game, in sealed play Well, where nothing is hidden."""

import pytest

from competitions.models import Log, Move
from tests.clients.contests import sealed

from .seats import sit_down

MOVES = {"wish": 2, "winabit": 4, "pyramid": 3, "three-by-three": 3, "well": 4}


def _played(seat, game):
    """Make the first few moves that are shown as legal; return the view before each of them."""
    views = [seat.attempt["view"]]
    for ply in range(MOVES[game]):
        views.append(seat.play(ply, views[-1]["legal"][0]).body["view"])
    return views[:-1]


@pytest.mark.extra
@pytest.mark.parametrize("play", ["open", "sealed"])
@pytest.mark.parametrize("game", MOVES)
def test_in_open_play_and_in_well_moves_are_taken_back_else_they_are_final(owner, rival, game, play):
    settings = sealed(game) if play == "sealed" else {"rounds": [{"game": game, "seed": "pub"}]}
    seat = sit_down(rival, owner.create(**settings))
    views = _played(seat, game)
    if play == "sealed" and game != "well":
        answer = seat.undo(0)
        assert (answer.outcome, answer.body["view"]) == ((422, "no_undo"), seat.view)
        assert seat.view["ply"] == MOVES[game]
        return
    for ply in reversed(range(MOVES[game])):
        answer = seat.undo(ply)
        assert (answer.status, answer.body) == (200, {"view": views[ply], "state": "running"})
        assert seat.view == views[ply]
    assert Move.objects.count() == 0
    assert seat.play(0, views[0]["legal"][-1]).status == 200


@pytest.fixture
def seat(owner, rival):
    seat = sit_down(rival, owner.create(**sealed("well")))
    _played(seat, "well")
    return seat


def test_back_to_where_it_stands_is_where_it_stands_and_not_to_a_ply_that_is_ahead(seat):
    view = seat.view
    for ply in (5, 10**30):
        answer = seat.undo(ply)
        assert (answer.outcome, answer.body["view"]) == ((409, "stale_ply"), view)
    for body in ({}, {"ply": -1}, {"ply": "1"}, {"ply": None}):
        assert seat.client.post(f"{seat.path}/undo", body).outcome == (422, "invalid"), body
    assert seat.undo(4).body["view"] == seat.view == view
    assert seat.undo(2).raw == seat.undo(2).raw


def test_after_the_end_nothing_is_taken_back(seat):
    view = seat.view
    seat.finish()
    answer = seat.undo(0)
    assert (answer.outcome, answer.body["view"]) == ((409, "attempt_finished"), view)


def test_what_was_taken_back_is_in_no_log_and_no_repeat(seat):
    other = seat.undo(1).body["view"]["legal"][-1]
    seat.play(1, other)
    assert seat.look()["moves"][1:] == [other]
    legal = seat.undo(0).body["view"]["legal"]
    assert legal[0] != legal[-1]
    assert seat.play(0, legal[-1]).status == 200
    assert seat.play(0, legal[0]).outcome == (409, "stale_ply")
    seat.finish()
    assert Log.objects.get().moves == [legal[-1]]
    assert Log.objects.get().attempt.moves_made == 1
