"""Logs: judged by the rules alone, kept whatever the verdict, counted once."""

import json

import pytest

from competitions.models import Attempt, Log
from tests.clients.contests import golden, golden_round, moves_scoring

from .stored import row_counts


@pytest.fixture
def event(owner, rival):
    """A contest with three attempts that the rival has joined."""
    event = owner.create_for(rival, attempts=3)
    return event


def test_an_accepted_log_is_answered_with_its_result(rival, event):
    known = golden()
    sent = rival.submit(event, known["log"]["moves"])
    assert sent.status == 201
    said = {name: sent.body[name] for name in ("verdict", "score", "won", "finished")}
    assert said == {"verdict": "accepted", "score": 14, "won": False, "finished": True}
    assert not {"code", "ply", "error"} & set(sent.body)


def test_a_log_that_stops_early_is_given_up_and_an_empty_one_too(rival, event):
    sent = rival.submit(event, [])
    assert (sent.body["verdict"], sent.body["score"], sent.body["finished"]) == ("accepted", 30, False)
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize(
    ("moves", "code", "ply"),
    [
        (["turn nowhere"], "bad_move", 0),
        (["turn e", "turn e"], "illegal_move", 1),
        (["turn e", "\ud800\x00\uffff"], "bad_move", 1),
        ([""], "bad_move", 0),
    ],
)
def test_a_rejected_log_is_kept_and_uses_up_no_attempt(rival, event, moves, code, ply):
    sent = rival.submit(event, moves)
    assert sent.status == 201
    assert (sent.body["verdict"], sent.body["code"], sent.body.get("ply")) == ("rejected", code, ply)
    assert isinstance(sent.body["error"], str)
    log = Log.objects.get(pk=sent.body["id"])
    assert json.loads(log.moves) == moves
    assert not Attempt.objects.exists()
    assert row_counts()["Log"] == 1


@pytest.mark.parametrize(
    ("moves", "code", "kept"),
    [
        (["turn e"] * 71, "too_long", ["turn e"] * 70),
        (["x" * 100_000], "bad_move", ["x" * 32]),
        (["turn e", "x", *["turn w"] * 60], "bad_move", ["turn e", "x"]),
        (["\U0001f0a1" * 40] * 71, "too_long", ["\U0001f0a1" * 32] * 70),
    ],
)
def test_of_a_rejected_log_no_more_is_kept_than_was_looked_at(rival, event, moves, code, kept):
    sent = rival.submit(event, moves)
    assert (sent.status, sent.body["code"]) == (201, code)
    assert json.loads(Log.objects.get().moves) == kept
    assert rival.submit(event, moves).raw == sent.raw, "the same log again is the same submission"
    assert rival.submit(event, [*moves, "y"]).body["id"] != sent.body["id"], "all of it tells two apart"


def test_little_is_kept_of_a_long_rejected_log(owner, rival):
    event = owner.create_for(rival, rounds=[{"game": "winabit"}])
    moves = ["\u00e9" * 38] * 3001
    body = json.dumps({"moves": moves}, ensure_ascii=False).encode()
    sent = rival.post(f"/competitions/{event['id']}/rounds/1/logs", body)
    assert sent.body["code"] == "too_long"
    kept = Log.objects.get().moves
    assert len(kept) <= 64 * 1024
    assert json.loads(kept) == ["\u00e9" * 32] * len(json.loads(kept))


@pytest.mark.extra
def test_rejected_logs_are_kept_up_to_a_number_and_the_newest_stay(rival, event, clock):
    for n in range(25):
        clock.forward(seconds=1)
        last = rival.submit(event, [f"nonsense {n}"])
        assert last.body["verdict"] == "rejected"
    kept = [json.loads(log.moves) for log in Log.objects.order_by("received_at")]
    assert kept == [[f"nonsense {n}"] for n in range(5, 25)]
    assert rival.get(f"/logs/{last.body['id']}").status == 200
    assert rival.submit(event, moves_scoring(20)).body["verdict"] == "accepted"
    assert row_counts()["Log"] == 21


def test_a_move_after_the_end_is_rejected(rival, event):
    moves = golden()["log"]["moves"]
    sent = rival.submit(event, [*moves, "deal"])
    assert (sent.body["code"], sent.body["ply"]) == ("game_over", len(moves))


def test_a_log_sent_again_is_the_same_submission(rival, event):
    moves = moves_scoring(20)
    first = rival.submit(event, moves)
    version = rival.standings(event)["version"]
    assert rival.submit(event, moves).raw == first.raw
    assert (Log.objects.count(), Attempt.objects.count()) == (1, 1)
    assert rival.standings(event)["version"] == version


def test_a_log_in_another_spelling_of_the_same_moves_is_the_same_submission(owner, rival):
    event = owner.create_for(rival, rounds=[golden_round("wish")], attempts=2)
    first, *_ = golden("wish")["log"]["moves"]
    pair, one, other = first.split()
    sent = [rival.submit(event, [f"{pair} {a} {b}"]).body["id"] for a, b in ((one, other), (other, one))]
    assert sent[0] == sent[1]
    assert json.loads(Log.objects.get().moves) == [first], "stored logs are canonical"


def test_a_repeat_is_answered_even_when_no_attempt_is_left_or_the_round_is_closed(owner, rival, clock):
    event = owner.create_for(rival, closes_at=clock.after(hours=1))
    first = rival.submit(event, [])
    assert rival.submit(event, []).raw == first.raw
    clock.forward(hours=1)
    assert rival.submit(event, []).raw == first.raw


@pytest.mark.parametrize("attempts", [1, 2])
def test_who_has_used_every_attempt_cannot_send_another_log(owner, rival, attempts):
    event = owner.create_for(rival, attempts=attempts)
    for score in range(30, 30 - attempts, -1):
        assert rival.submit(event, moves_scoring(score)).status == 201
    before = row_counts()
    assert rival.submit(event, moves_scoring(14)).outcome == (409, "no_attempts_left")
    assert rival.submit(event, ["nonsense"]).outcome == (409, "no_attempts_left")
    assert row_counts() == before


def test_a_round_takes_logs_only_while_it_is_open(owner, rival, clock):
    event = owner.create_for(
        rival, rounds=[golden_round(opens_at=clock.after(hours=1), closes_at=clock.after(hours=2))]
    )
    for moves in ([], ["nonsense"]):
        refused = rival.submit(event, moves)
        assert refused.outcome == (409, "round_not_open")
        assert refused.body["detail"] == "Round 1 is not open yet."
    clock.forward(hours=1)
    assert rival.submit(event, []).status == 201
    clock.forward(hours=1)
    for moves in (moves_scoring(20), ["nonsense"]):
        assert rival.submit(event, moves).outcome == (409, "round_not_open")
    assert Log.objects.count() == 1


def test_who_joins_after_being_refused_sends_logs_from_then_on(owner, stranger):
    event = owner.create()
    assert stranger.submit(event, []).outcome == (403, "not_entered")
    stranger.join(event)
    assert stranger.submit(event, []).status == 201


@pytest.mark.parametrize("moves", [[], ["nonsense"], ["turn e"]])
def test_a_sealed_round_takes_no_log(owner, rival, clock, moves):
    for opens_at in (None, clock.after(hours=1)):
        event = owner.create_for(rival, play="sealed", opens_at=opens_at, rounds=[{"game": "three-by-three"}])
        before = row_counts()
        assert rival.submit(event, moves).outcome == (409, "wrong_state")
        rival.submit(event, 7).refused_for("moves")
        assert row_counts() == before


def test_a_sealed_round_takes_no_log_when_it_is_closed_either(owner, rival, clock):
    event = owner.create_for(rival, play="sealed", closes_at=clock.after(hours=1), rounds=[{"game": "wish"}])
    clock.forward(hours=1)
    assert rival.submit(event, []).outcome == (409, "wrong_state")


def test_a_round_that_is_not_there_is_not_found(rival, event):
    for round in (0, 2, 31, 10**30, "01", "1.0", "-1", "one"):
        assert rival.submit(event, [], round=round).outcome == (404, "not_found")


def test_a_long_list_of_other_values_gets_a_short_answer(rival, event):
    assert len(rival.submit(event, [0] * 80_000).raw) < 1000


def test_the_best_attempt_counts_or_the_first(owner, rival):
    for counts, standing in (("best", 15), ("first", 20)):
        event = owner.create_for(rival, counts=counts, attempts=3)
        for score in (20, 15, 25):
            rival.submit(event, moves_scoring(score))
        assert rival.places(event) == [(1, "Ray Rival", standing)]
        counting = Attempt.objects.get(entry__competition=event["id"], counts=True)
        assert counting.score == standing
