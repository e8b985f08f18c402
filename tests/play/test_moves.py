"""Moves over REST: each is stored once, whatever is repeated, reordered or wrong."""

import json
from itertools import pairwise

import pytest

from competitions.models import Log, Move
from tests.clients.contests import golden

from .seats import sit_down

BAD, ILLEGAL = "turn it", "redeal"


@pytest.fixture
def seat(rival, event):
    return sit_down(rival, event)


def _stored():
    return list(Move.objects.order_by("ply").values_list("ply", "text"))


def test_a_move_is_stored_and_answered_with_the_new_view(seat):
    answer = seat.play(0, "turn")
    assert answer.status == 200
    view = answer.body["view"]
    assert (view["ply"], len(view["piles"]["waste"]), view["piles"]["stock"]) == (1, 1, ["??"] * 20)
    assert _stored() == [(0, "turn")]
    assert seat.view == view


def test_no_move_at_all_shows_where_it_stands(seat):
    seat.play(0, "turn", "turn")
    for ply in (0, 1, 2):
        assert seat.play(ply).body["view"] == seat.view
    assert seat.play(3).outcome == (409, "stale_ply")


def test_a_repeat_is_answered_the_same_and_stored_once(seat):
    first = seat.play(0, "turn")
    assert seat.play(0, "turn").raw == first.raw
    assert _stored() == [(0, "turn")]


def test_a_repeat_is_the_same_in_any_spelling(owner, rival):
    event = owner.create(rounds=[{"game": "wish", "seed": "pub"}])
    seat = sit_down(rival, event)
    assert seat.play(0, "pair 3 2").status == 200
    assert _stored() == [(0, "pair 2 3")]
    assert seat.play(0, "pair 2 3").status == seat.play(0, "pair 3 2").status == 200


def test_a_batch_that_was_half_stored_is_played_on(seat):
    seat.play(0, "turn", "turn")
    answer = seat.play(0, "turn", "turn", "turn", "turn")
    assert (answer.status, answer.body["view"]["ply"]) == (200, 4)
    assert seat.play(1, "turn", "turn").body["view"]["ply"] == 4
    assert _stored() == [(ply, "turn") for ply in range(4)]


def test_another_move_at_a_ply_and_a_ply_ahead_are_stale(seat):
    view = seat.play(0, "turn", "turn").body["view"]
    for ply, *moves in ((0, ILLEGAL), (1, BAD), (0, "turn", ILLEGAL), (3, "turn"), (10**30, "turn")):
        answer = seat.play(ply, *moves)
        assert answer.outcome == (409, "stale_ply")
        assert answer.body["view"] == view
        assert len(_stored()) == 2


def test_moves_before_one_that_is_refused_stand(seat):
    for ply, wrong, code in (
        (2, BAD, "bad_move"),
        (4, ILLEGAL, "illegal_move"),
        (6, "\x00\ud800", "bad_move"),
        (8, "", "bad_move"),
    ):
        answer = seat.play(ply - 2, "turn", "turn", wrong, "turn")
        assert answer.outcome == (422, code)
        assert answer.body["ply"] == ply
        assert answer.body["view"] == seat.view
        assert _stored() == [(each, "turn") for each in range(ply)]
        assert seat.play(ply - 2, "turn", "turn", wrong, "turn").raw == answer.raw


def test_a_move_after_the_last_is_refused_and_the_game_stays_finished(owner, rival):
    event = owner.create()
    seat = sit_down(rival, event)
    moves = golden()["log"]["moves"]
    answer = seat.play(0, *moves, moves[-1])
    assert answer.outcome == (422, "game_over")
    assert answer.body["ply"] == len(moves)
    body = seat.look()
    assert (body["state"], body["finished"], body["view"]) == ("finished", True, answer.body["view"])
    assert owner.places(event)[0][0] == 1


@pytest.mark.extra
def test_a_game_has_no_more_moves_than_its_limit(owner, rival):
    event = owner.create(rounds=[{"game": "winabit", "seed": "pub"}])
    seat = sit_down(rival, event)
    cycle = ["turn"] * 21 + ["redeal"]
    moves = (cycle * 137)[:3001]
    assert seat.play(0, *moves[:2990]).body["view"]["ply"] == 2990
    answer = seat.play(2990, *moves[2990:])
    assert answer.outcome == (422, "too_long")
    assert "ply" not in answer.body
    assert seat.view["ply"] == 3000
    assert seat.finish().body["state"] == "finished"
    assert Log.objects.get().moves == json.dumps(moves[:3000])


def test_a_finished_game_has_ended_by_itself(owner, rival):
    event = owner.create()
    seat = sit_down(rival, event)
    known = golden()
    moves = known["log"]["moves"]
    seat.play(0, *moves[:-1])
    answer = seat.play(len(moves) - 1, moves[-1])
    assert (answer.body["state"], answer.body["view"]["finished"]) == ("finished", True)
    assert _stored() == []
    log = Log.objects.get()
    assert json.loads(log.moves) == moves
    assert (log.attempt.score, log.attempt.won) == (known["result"]["score"], known["result"]["won"])


def test_after_the_end_a_repeat_is_answered_and_anything_else_is_refused(owner, rival):
    event = owner.create()
    seat = sit_down(rival, event)
    moves = golden()["log"]["moves"]
    last = seat.play(0, *moves).body["view"]
    assert seat.play(len(moves) - 1, moves[-1]).body == {"view": last, "state": "finished"}
    assert seat.play(0, *moves).body["view"] == last
    assert seat.play(0, "nonsense").outcome == (409, "stale_ply")
    refused = seat.play(len(moves), "deal")
    assert refused.outcome == (409, "attempt_finished")
    assert refused.body["view"] == last


def test_a_body_that_is_no_list_of_moves_changes_nothing(seat, rival):
    for body, field in (
        ({}, "ply"),
        ({"ply": 0}, "moves"),
        ({"ply": "0", "moves": []}, "ply"),
        ({"ply": True, "moves": []}, "ply"),
        ({"ply": -1, "moves": []}, "ply"),
        ({"ply": 0.5, "moves": []}, "ply"),
        ({"ply": 0, "moves": "turn"}, "moves"),
        ({"ply": 0, "moves": ["turn", 1]}, "moves"),
        ({"ply": 0, "moves": None}, "moves"),
    ):
        answer = rival.post(f"{seat.path}/moves", body)
        assert answer.outcome == (422, "invalid"), body
        assert field in answer.body["errors"]
    for text in ("{", "[]", '{"ply": ' + "9" * 5000 + ', "moves": []}', '{"ply": NaN}'):
        assert rival.post(f"{seat.path}/moves", text.encode()).status in (400, 422), text
    assert _stored() == []


def test_time_passes_from_the_first_view_to_the_last_move(seat, clock):
    clock.forward(seconds=2.5)
    seat.play(0, "turn")
    clock.forward(seconds=1.25)
    seat.play(1, "turn")
    clock.forward(minutes=5)
    body = seat.finish().body
    assert (body["elapsed_ms"], body["ended_at"]) == (3750, "2026-11-21T12:05:03.750000Z")


def test_views_tell_how_many_moves_there_are(seat):
    views = [seat.play(ply, "turn").body["view"] for ply in range(5)]
    assert all(later["ply"] == earlier["ply"] + 1 for earlier, later in pairwise(views))
