"""Moves over REST: each is stored once, whatever is repeated, reordered or wrong."""

import pytest

from competitions.models import Log, Move
from tests.clients.contests import golden

from .seats import sit_down

BAD, ILLEGAL = "turn it", "redeal"


@pytest.fixture
def seat(rival, event):
    return sit_down(rival, event)


@pytest.fixture
def known(owner, rival):
    """A seat at the deal of a golden log."""
    return sit_down(rival, owner.create())


def _stored():
    return list(Move.objects.order_by("ply").values_list("ply", "text"))


def test_a_move_is_stored_once_and_answered_with_the_new_view(seat):
    first = seat.play(0, "turn")
    view = first.body["view"]
    assert (first.status, view["ply"]) == (200, 1)
    assert (len(view["piles"]["waste"]), view["piles"]["stock"]) == (1, ["??"] * 20)
    assert seat.play(0, "turn").raw == first.raw
    assert _stored() == [(0, "turn")]
    for ply in (0, 1):
        assert seat.play(ply).body["view"] == seat.view == view
    assert seat.play(2).outcome == (409, "stale_ply")
    assert [seat.play(ply, "turn").body["view"]["ply"] for ply in range(1, 5)] == [2, 3, 4, 5]


def test_a_repeat_is_the_same_in_any_spelling(owner, rival):
    seat = sit_down(rival, owner.create(rounds=[{"game": "wish", "seed": "pub"}]))
    for spelling in ("pair 3 2", "pair 2 3", "pair 3 2"):
        assert seat.play(0, spelling).status == 200
        assert _stored() == [(0, "pair 2 3")]


def test_a_batch_that_was_half_stored_is_played_on(seat):
    seat.play(0, "turn", "turn")
    for ply, moves in ((0, 4), (1, 2)):
        answer = seat.play(ply, *["turn"] * moves)
        assert (answer.status, answer.body["view"]["ply"]) == (200, 4)
    assert _stored() == [(ply, "turn") for ply in range(4)]


def test_another_move_at_a_ply_and_a_ply_ahead_are_stale(seat):
    view = seat.play(0, "turn", "turn").body["view"]
    for ply, *moves in ((0, ILLEGAL), (1, BAD), (0, "turn", ILLEGAL), (3, "turn"), (10**30, "turn")):
        answer = seat.play(ply, *moves)
        assert (answer.outcome, answer.body["view"]) == ((409, "stale_ply"), view)
        assert len(_stored()) == 2


def test_moves_before_one_that_is_refused_stand(seat):
    for ply, wrong, code in (
        (2, BAD, "bad_move"),
        (4, ILLEGAL, "illegal_move"),
        (6, "\x00\ud800", "bad_move"),
        (8, "", "bad_move"),
    ):
        answer = seat.play(ply - 2, "turn", "turn", wrong, "turn")
        assert (answer.outcome, answer.body["ply"]) == ((422, code), ply)
        assert answer.body["view"] == seat.view
        assert _stored() == [(each, "turn") for each in range(ply)]
        assert seat.play(ply - 2, "turn", "turn", wrong, "turn").raw == answer.raw


@pytest.mark.extra
def test_a_game_has_no_more_moves_than_its_limit(owner, rival):
    seat = sit_down(rival, owner.create(rounds=[{"game": "winabit", "seed": "pub"}]))
    moves = ((["turn"] * 21 + ["redeal"]) * 137)[:3001]
    assert seat.play(0, *moves[:2990]).body["view"]["ply"] == 2990
    answer = seat.play(2990, *moves[2990:])
    assert answer.outcome == (422, "too_long")
    assert "ply" not in answer.body
    assert seat.view["ply"] == 3000
    assert seat.finish().body["state"] == "finished"
    assert Log.objects.get().moves == moves[:3000]


def test_a_finished_game_has_ended_by_itself_and_takes_no_other_move(owner, known):
    moves, result = golden()["log"]["moves"], golden()["result"]
    known.play(0, *moves[:-1])
    answer = known.play(len(moves) - 1, moves[-1])
    last = answer.body["view"]
    assert (answer.body["state"], last["finished"]) == ("finished", True)
    assert _stored() == []
    log = Log.objects.get()
    assert log.moves == moves
    assert (log.attempt.score, log.attempt.won) == (result["score"], result["won"])
    assert owner.places({"id": known.attempt["competition"]})[0][0] == 1
    assert known.play(len(moves) - 1, moves[-1]).body == {"view": last, "state": "finished"}
    assert known.play(0, *moves).body["view"] == last
    assert known.play(0, "nonsense").outcome == (409, "stale_ply")
    refused = known.play(len(moves), "deal")
    assert (refused.outcome, refused.body["view"]) == ((409, "attempt_finished"), last)


def test_a_move_after_the_last_of_a_batch_is_refused_and_the_game_stays_finished(known):
    moves = golden()["log"]["moves"]
    answer = known.play(0, *moves, moves[-1])
    assert (answer.outcome, answer.body["ply"]) == ((422, "game_over"), len(moves))
    body = known.look()
    assert (body["state"], body["finished"], body["view"]) == ("finished", True, answer.body["view"])


def test_a_body_that_is_no_list_of_moves_changes_nothing(seat, rival):
    for body, field in (
        ({}, "ply"),
        ({"ply": 0}, "moves"),
        *(({"ply": ply, "moves": []}, "ply") for ply in ("0", True, -1, 0.5)),
        *(({"ply": 0, "moves": moves}, "moves") for moves in ("turn", ["turn", 1], None)),
    ):
        assert rival.post(f"{seat.path}/moves", body).refused_for(field)
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
