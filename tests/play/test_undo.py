"""Taking moves back: in open play any game, in sealed play Well, where nothing is hidden."""

import json

import pytest

from competitions.models import Log, Move
from tests.clients.contests import sealed

from .seats import sit_down

MOVES = {"wish": 2, "winabit": 4, "pyramid": 3, "three-by-three": 3, "well": 4}


def _played(seat, game):
    """Make the first few moves that are shown as legal; return the view before each of them."""
    view, views = seat.attempt["view"], []
    for ply in range(MOVES[game]):
        views.append(view)
        view = seat.play(ply, view["legal"][0]).body["view"]
    return views


@pytest.mark.extra
@pytest.mark.parametrize("game", MOVES)
def test_in_open_play_moves_are_taken_back_in_any_game(owner, rival, game):
    event = owner.create(rounds=[{"game": game, "seed": "pub"}])
    seat = sit_down(rival, event)
    views = _played(seat, game)
    for ply in reversed(range(MOVES[game])):
        answer = seat.undo(ply)
        assert answer.status == 200
        assert answer.body == {"view": views[ply], "state": "running"}
        assert seat.view == views[ply]
    assert Move.objects.count() == 0


@pytest.mark.extra
@pytest.mark.parametrize("game", MOVES)
def test_in_sealed_play_a_move_is_final_but_in_well(owner, rival, game):
    seat = sit_down(rival, owner.create(**sealed(game)))
    views = _played(seat, game)
    answer = seat.undo(0)
    if game == "well":
        assert answer.body["view"] == views[0]
        assert seat.play(0, views[0]["legal"][-1]).status == 200
    else:
        assert answer.outcome == (422, "no_undo")
        assert answer.body["view"] == seat.view
        assert seat.view["ply"] == MOVES[game]


@pytest.fixture
def seat(owner, rival):
    seat = sit_down(rival, owner.create(**sealed("well")))
    _played(seat, "well")
    return seat


def test_back_to_where_it_stands_is_where_it_stands(seat):
    view = seat.view
    assert seat.undo(4).body["view"] == view
    assert seat.undo(2).raw == seat.undo(2).raw


def test_nothing_is_taken_back_to_a_ply_that_is_ahead_or_none(seat):
    for ply in (5, 10**30):
        answer = seat.undo(ply)
        assert answer.outcome == (409, "stale_ply")
        assert answer.body["view"] == seat.view
    for body in ({}, {"ply": -1}, {"ply": "1"}, {"ply": None}):
        assert seat.client.post(f"{seat.path}/undo", body).outcome == (422, "invalid"), body
    assert seat.view["ply"] == 4


def test_after_the_end_nothing_is_taken_back(seat):
    view = seat.view
    seat.finish()
    answer = seat.undo(0)
    assert answer.outcome == (409, "attempt_finished")
    assert answer.body["view"] == view


def test_the_log_holds_only_what_was_not_taken_back(seat):
    view = seat.undo(1).body["view"]
    other = view["legal"][-1]
    seat.play(1, other)
    seat.finish()
    assert json.loads(Log.objects.get().moves)[1:] == [other]
    assert Log.objects.get().attempt.moves_made == 2


def test_a_move_that_was_taken_back_is_no_repeat(seat):
    view = seat.undo(0).body["view"]
    first, last = view["legal"][0], view["legal"][-1]
    assert first != last
    assert seat.play(0, last).status == 200
    assert seat.play(0, first).outcome == (409, "stale_ply")
