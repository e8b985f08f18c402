"""What an organiser grants a player: a fresh attempt, more time, or that a result counts for nothing."""

from datetime import timedelta

import pytest

from competitions.models import Entry
from competitions.play.deadlines import do_what_is_due
from competitions.times import moment
from tests.clients.contests import moves_scoring, sealed

from .seats import begin, sit_down

MARK = {"granted": True, "set_aside": False, "seen_before": False}


def grant(owner, event, player, round=1, reason="Her phone died.", **what):
    entry = Entry.objects.get(competition=event["id"], player=player.player["id"])
    body = {"round": round, "reason": reason} | what
    return owner.post(f"/competitions/{event['id']}/entries/{entry.pk}/grants", body)


def cell(client, event, player, round=1):
    rows = client.standings(event)["results"]
    [row] = [row for row in rows if row["player"]["id"] == player.player["id"]]
    return row["rounds"][round - 1]


def mark(client, event, player):
    return {name: cell(client, event, player)[name] for name in MARK}


@pytest.mark.parametrize("ended", [False, True])
def test_a_fresh_attempt_stands_in_the_place_of_the_last_one(owner, rival, stranger, event, ended, clock):
    seat = sit_down(rival, event)
    seat.play(0, "turn")
    if ended:
        seat.finish()
    version = owner.standings(event)["version"]
    granted = grant(owner, event, rival, attempt=True)
    assert (granted.status, granted.body["act"], granted.body["round"]) == (201, "grant_attempt", 1)
    assert owner.standings(event)["version"] > version
    do_what_is_due(clock.now, since=None)
    assert seat.look()["state"] == "finished"
    assert seat.play(1, "turn").outcome == (409, "attempt_finished")
    assert cell(owner, event, rival)["score"] is None
    assert mark(owner, event, rival) == {"granted": True, "set_aside": True, "seen_before": True}
    assert grant(owner, event, rival, attempt=True).outcome == (409, "wrong_state"), "one is left already"
    again = begin(rival, event)
    assert again.status == 201
    assert again.body["id"] != seat.attempt["id"]
    assert cell(owner, event, rival)["state"] == "running"
    rival.post(f"/attempts/{again.body['id']}/finish", {})
    assert cell(owner, event, rival)["attempt"] == again.body["id"]
    assert mark(stranger, event, rival) == MARK | {"seen_before": True}
    assert begin(rival, event).outcome == (409, "no_attempts_left")
    [act] = rival.trail(event)
    assert act | {"reason": "Her phone died.", "entry": granted.body["entry"]} == act
    assert act == granted.body


def test_a_fresh_attempt_may_be_the_same_log_again(owner, rival):
    event = owner.create_for(rival, attempts=1)
    moves = moves_scoring(20)
    assert rival.submit(event, moves).status == 201
    assert grant(owner, event, rival, attempt=True).status == 201
    assert owner.places(event)[0][0] is None
    assert rival.submit(event, moves).body["verdict"] == "accepted"
    assert owner.places(event) == [(1, "Ray Rival", 20)]
    assert rival.submit(event, []).outcome == (409, "no_attempts_left")


def test_more_time_moves_the_limit_of_the_game_that_runs(owner, rival, stranger, clock):
    event = owner.create(**sealed("winabit", time_limit_s=60, closes_at=clock.after(hours=1)))
    seat = sit_down(rival, event)
    granted = grant(owner, event, rival, extra_ms=600_000)
    assert (granted.body["act"], granted.body["extra_ms"]) == ("grant_time", 600_000)
    assert seat.look()["deadline"] == moment(clock.now + timedelta(minutes=11))
    assert mark(stranger, event, rival) == MARK
    assert owner.change(event, time_limit_s=90).status == 200
    assert seat.look()["deadline"] == moment(clock.now + timedelta(minutes=11, seconds=30))
    clock.forward(minutes=10)
    assert seat.play(0, "turn").status == 200
    assert grant(owner, event, rival, extra_ms=24 * 3_600_000).status == 201
    assert seat.look()["deadline"] == event["closes_at"]
    assert grant(owner, event, rival, extra_ms=1).outcome == (409, "wrong_state"), "the round closes first"
    seat.finish()
    assert grant(owner, event, rival, extra_ms=1).outcome == (409, "wrong_state")
    assert mark(stranger, event, rival) == MARK


@pytest.mark.parametrize(("counts", "left"), [("best", 16), ("first", 20)])
def test_a_result_that_is_set_aside_counts_for_nothing_and_another_one_counts(
    owner, rival, stranger, counts, left
):
    event = owner.create_for(rival, stranger, attempts=4, counts=counts)
    for score in (14, 20, 16) if counts == "best" else (25, 20, 15):
        assert rival.submit(event, moves_scoring(score)).status == 201
    first = cell(owner, event, rival)["attempt"]
    assert grant(owner, event, rival, set_aside=True).body["act"] == "set_aside"
    assert owner.places(event)[0] == (1, "Ray Rival", left)
    assert mark(owner, event, rival) == MARK
    assert rival.get(f"/attempts/{first}").body["score"] is not None, "it stands on record"
    for _ in range(2):
        assert grant(owner, event, rival, set_aside=True).status == 201
    assert grant(owner, event, rival, set_aside=True).outcome == (409, "wrong_state")
    assert cell(owner, event, rival) | {"score": None, "won": None, "set_aside": True} == cell(
        owner, event, rival
    )
    assert {rank for rank, *_ in owner.places(event)} == {None}
    assert rival.submit(event, []).status == 201, "one attempt of the four is left"
    assert owner.places(event)[0][:2] == (1, "Ray Rival")


@pytest.mark.parametrize(("counts", "scores"), [("best", (14, 20, 16)), ("first", (25, 20, 15))])
def test_what_was_set_aside_may_count_again_until_the_results_are_final(owner, rival, counts, scores, clock):
    event = owner.create_for(rival, attempts=4, counts=counts)
    for score in scores:
        assert rival.submit(event, moves_scoring(score)).status == 201
    before = owner.places(event)
    assert grant(owner, event, rival, count_again=True).outcome == (409, "wrong_state"), "nothing is aside"
    for asides in (1, 2, 3):
        for _ in range(asides):
            assert grant(owner, event, rival, set_aside=True).status == 201
        version = owner.standings(event)["version"]
        assert grant(owner, event, rival, count_again=True).body["act"] == "count_again"
        assert owner.places(event) == before, asides
        assert owner.standings(event)["version"] > version
        assert mark(owner, event, rival) == MARK
    assert grant(rival, event, rival, count_again=True).outcome == (403, "forbidden")
    grant(owner, event, rival, set_aside=True)
    owner.close(event, clock)
    assert grant(owner, event, rival, count_again=True).status == 201
    assert owner.places(event) == before
    owner.act(event, "certify")
    assert grant(owner, event, rival, count_again=True).outcome == (409, "wrong_state")


def test_where_a_fresh_attempt_was_granted_nothing_counts_again(owner, rival, event):
    sit_down(rival, event).finish()
    grant(owner, event, rival, set_aside=True)
    grant(owner, event, rival, attempt=True)
    assert grant(owner, event, rival, count_again=True).outcome == (409, "wrong_state")
    begin(rival, event)
    assert grant(owner, event, rival, count_again=True).outcome == (409, "wrong_state")


def test_who_gets_a_fresh_attempt_sees_no_more_of_others_until_it_has_ended(owner, rival, stranger):
    event = owner.create(**sealed("wish", others="finished", standings="own"))
    other = sit_down(stranger, event)
    other.finish()
    seat = sit_down(rival, event)
    assert "score" in cell(rival, event, stranger)

    def sees():
        seen = rival.get(other.path).body
        events = rival.get(f"/competitions/{event['id']}/events").body["results"]
        told = [each for each in events if each["type"] == "result"]
        return cell(rival, event, stranger)["score"] is not None, "view" in seen, len(told)

    assert sees() == (False, False, 0)
    seat.finish()
    assert sees() == (True, True, 2)
    grant(owner, event, rival, attempt=True)
    assert sees()[:2] == (False, False)
    again = begin(rival, event).body
    assert sees()[:2] == (False, False)
    rival.post(f"/attempts/{again['id']}/finish", {})
    assert sees() == (True, True, 3)


def test_frozen_standings_lose_what_is_set_aside_and_show_nothing_newer(owner, rival, stranger, clock):
    event = owner.create_for(
        *(rival, stranger), attempts=4, freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2)
    )
    for score in (20, 15):
        rival.submit(event, moves_scoring(score))
    clock.forward(hours=1, seconds=1)
    rival.submit(event, moves_scoring(14))
    assert cell(stranger, event, rival)["score"] == 15
    grant(owner, event, rival, set_aside=True)
    assert cell(stranger, event, rival)["score"] == 15, "what was set aside nobody has seen"
    grant(owner, event, rival, set_aside=True)
    rival.submit(event, moves_scoring(16))
    assert cell(stranger, event, rival)["score"] == 20
    assert mark(stranger, event, rival) == MARK


def test_grants_are_refused_where_they_mean_nothing(owner, rival, stranger, event, clock):
    rival.join(event)
    for body in (
        {},
        {"attempt": False},
        {"attempt": True, "set_aside": True},
        {"set_aside": True, "count_again": True},
        {"attempt": True, "extra_ms": 5},
    ):
        grant(owner, event, rival, **body).refused_for("attempt")
    for extra_ms in (0, -1, 1.5, "5", True, 86_400_001, 10**30):
        grant(owner, event, rival, extra_ms=extra_ms).refused_for("extra_ms")
    for round in (0, 2, 31, None, "1"):
        grant(owner, event, rival, round, attempt=True).refused_for("round")
    grant(owner, event, rival, attempt=True, reason=" ").refused_for("reason")
    assert grant(rival, event, rival, attempt=True).outcome == (403, "forbidden")
    for what in ({"attempt": True}, {"extra_ms": 5}, {"set_aside": True}):
        assert grant(owner, event, rival, **what).outcome == (409, "wrong_state"), what
    sit_down(rival, event).finish()
    assert grant(owner, event, rival, extra_ms=5).outcome == (409, "wrong_state")
    owner.close(event, clock)
    assert grant(owner, event, rival, attempt=True).outcome == (409, "round_not_open")
    assert grant(owner, event, rival, set_aside=True).status == 201
    owner.act(event, "certify")
    assert grant(owner, event, rival, set_aside=True).outcome == (409, "wrong_state")
    assert owner.acts_on_trail(event) == ["close", "set_aside", "certify"]
