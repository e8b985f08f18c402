"""Logs: judged by the rules alone, kept whatever the verdict, counted once."""

import json

import pytest

from competitions.models import Attempt, Log
from tests.clients.contests import golden, golden_round, moves_scoring

from .stored import row_counts


@pytest.fixture
def event(owner, rival):
    """A contest with three attempts that the rival has joined."""
    return owner.create_for(rival, attempts=3)


@pytest.mark.parametrize(("moves", "score"), [(golden()["log"]["moves"], 14), ([], 30)], ids=["all", "none"])
def test_an_accepted_log_is_answered_with_its_result(rival, event, moves, score):
    """An empty one is a game that is given up."""
    sent = rival.submit(event, moves)
    said = {name: sent.body[name] for name in ("verdict", "score", "won", "finished")}
    assert said == {"verdict": "accepted", "score": score, "won": False, "finished": bool(moves)}
    assert sent.status == 201
    assert not {"code", "ply", "error"} & set(sent.body)
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize(
    ("moves", "code", "ply", "kept"),
    [
        (["turn nowhere"], "bad_move", 0, ...),
        (["turn e", "turn e"], "illegal_move", 1, ...),
        (["turn e", "\ud800\x00\uffff"], "bad_move", 1, ...),
        ([""], "bad_move", 0, ...),
        ([*golden()["log"]["moves"], "deal"], "game_over", len(golden()["log"]["moves"]), ...),
        (["turn e"] * 71, "too_long", None, ["turn e"] * 70),
        (["x" * 100_000], "bad_move", 0, ["x" * 32]),
        (["turn e", "x", *["turn w"] * 60], "bad_move", 1, ["turn e", "x"]),
        (["\U0001f0a1" * 40] * 71, "too_long", None, ["\U0001f0a1" * 32] * 70),
    ],
)
def test_a_rejected_log_is_kept_as_far_as_it_was_looked_at_and_uses_up_no_attempt(
    rival, event, moves, code, ply, kept
):
    sent = rival.submit(event, moves)
    assert sent.status == 201
    assert (sent.body["verdict"], sent.body["code"], sent.body.get("ply")) == ("rejected", code, ply)
    assert isinstance(sent.body["error"], str)
    log = Log.objects.get(pk=sent.body["id"])
    assert log.moves == (moves if kept is ... else kept)
    assert not Attempt.objects.exists()
    assert row_counts()["Log"] == 1
    assert rival.submit(event, moves).raw == sent.raw, "the same log again is the same submission"
    assert rival.submit(event, [*moves, "y"]).body["id"] != sent.body["id"], "all of it tells two apart"


def test_little_is_kept_of_a_long_rejected_log(owner, rival):
    event = owner.create_for(rival, rounds=[{"game": "winabit"}])
    moves = ["\u00e9" * 38] * 3001
    body = json.dumps({"moves": moves}, ensure_ascii=False).encode()
    sent = rival.post(f"/competitions/{event['id']}/rounds/1/logs", body)
    assert sent.body["code"] == "too_long"
    kept = Log.objects.get().moves
    assert len(json.dumps(kept)) <= 66 * 1024
    assert kept == ["\u00e9" * 32] * len(kept)


@pytest.mark.extra
def test_rejected_logs_are_kept_up_to_a_number_and_the_newest_stay(rival, event, clock):
    for n in range(25):
        clock.forward(seconds=1)
        last = rival.submit(event, [f"nonsense {n}"])
        assert last.body["verdict"] == "rejected"
    kept = [log.moves for log in Log.objects.order_by("received_at")]
    assert kept == [[f"nonsense {n}"] for n in range(5, 25)]
    assert rival.get(f"/logs/{last.body['id']}").status == 200
    assert rival.submit(event, moves_scoring(20)).body["verdict"] == "accepted"
    assert row_counts()["Log"] == 21


def test_a_log_sent_again_is_the_same_submission_in_any_spelling_and_after_the_close(owner, rival, clock):
    rounds = [golden_round("wish")]
    event = owner.create_for(rival, rounds=rounds, attempts=1, closes_at=clock.after(hours=1))
    first, *_ = golden("wish")["log"]["moves"]
    pair, one, other = first.split()
    sent = rival.submit(event, [f"{pair} {one} {other}"])
    version = rival.standings(event)["version"]
    for late in (0, 1):  # no attempt is left, and then the round is closed
        clock.forward(hours=late)
        for spelling in (f"{pair} {one} {other}", f"{pair} {other} {one}"):
            assert rival.submit(event, [spelling]).raw == sent.raw
    assert Log.objects.get().moves == [first], "stored logs are canonical"
    assert Attempt.objects.count() == 1
    assert rival.standings(event)["version"] == version


@pytest.mark.parametrize("attempts", [1, 2])
def test_who_has_used_every_attempt_cannot_send_another_log(owner, rival, attempts):
    event = owner.create_for(rival, attempts=attempts)
    for score in range(30, 30 - attempts, -1):
        assert rival.submit(event, moves_scoring(score)).status == 201
    before = row_counts()
    for moves in (moves_scoring(14), ["nonsense"]):
        assert rival.submit(event, moves).outcome == (409, "no_attempts_left")
    assert row_counts() == before


def test_a_round_takes_logs_only_while_it_is_open_and_of_who_has_joined(owner, rival, stranger, clock):
    round = golden_round(opens_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    event = owner.create_for(rival, rounds=[round])
    for moves in ([], ["nonsense"]):
        refused = rival.submit(event, moves)
        assert refused.outcome == (409, "round_not_open")
        assert refused.body["detail"] == "Round 1 is not open yet."
    clock.forward(hours=1)
    assert rival.submit(event, []).status == 201
    assert stranger.submit(event, []).outcome == (403, "not_entered")
    stranger.join(event)
    assert stranger.submit(event, []).status == 201
    clock.forward(hours=1)
    for moves in (moves_scoring(20), ["nonsense"]):
        assert rival.submit(event, moves).outcome == (409, "round_not_open")
    assert Log.objects.count() == 2


@pytest.mark.parametrize("moves", [[], ["nonsense"], ["turn e"]])
def test_a_sealed_round_takes_no_log_whether_it_is_open_or_not(owner, rival, clock, moves):
    rounds = [{"game": "three-by-three"}]
    windows = [{}, {"opens_at": clock.after(hours=1)}, {"closes_at": clock.after(minutes=1)}]
    events = [owner.create_for(rival, play="sealed", rounds=rounds, **window) for window in windows]
    clock.forward(minutes=1)
    before = row_counts()
    for event in events:
        assert rival.submit(event, moves).outcome == (409, "wrong_state")
        rival.submit(event, 7).refused_for("moves")
    assert row_counts() == before


def test_a_round_that_is_not_there_is_not_found_and_a_long_list_gets_a_short_answer(rival, event):
    for round in (0, 2, 31, 10**30, "01", "1.0", "-1", "one"):
        assert rival.submit(event, [], round=round).outcome == (404, "not_found")
    assert len(rival.submit(event, [0] * 80_000).raw) < 1000


def test_the_best_attempt_counts_or_the_first(owner, rival):
    for counts, standing in (("best", 15), ("first", 20)):
        event = owner.create_for(rival, counts=counts, attempts=3)
        for score in (20, 15, 25):
            rival.submit(event, moves_scoring(score))
        assert rival.places(event) == [(1, "Ray Rival", standing)]
        counting = Attempt.objects.get(entry__competition=event["id"], counts=True)
        assert counting.score == standing
