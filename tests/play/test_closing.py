"""Closing a competition early, certifying it, and the trail that both leave."""

import pytest

from competitions.models import Log
from tests.clients.contests import sealed

from .seats import begin, sit_down
from .tokens import narrow


@pytest.fixture
def event(owner, clock):
    event = owner.create(**sealed("winabit"))
    clock.forward(seconds=1)
    return event


def _act(client, event, act):
    return client.post(f"/competitions/{event['id']}/{act}", {})


def _trail(client, event):
    answer = client.get(f"/competitions/{event['id']}/audit")
    assert answer.status == 200, answer.raw
    return [(act["act"], act["actor"]["name"], act["at"]) for act in answer.body["results"]]


def test_closing_early_ends_what_runs_and_opens_the_seed(owner, rival, event, clock):
    seat = sit_down(rival, event)
    seat.play(0, "turn")
    answer = _act(owner, event, "close")
    assert (answer.status, answer.body["state"]) == (200, "closed")
    assert answer.body["rounds"][0]["state"] == "closed"
    assert answer.body["rounds"][0]["seed"]
    body = seat.look()
    assert (body["state"], body["score"], body["ended_at"]) == ("finished", -24, "2026-11-21T12:00:01Z")
    assert owner.places(event) == [(1, "Ray Rival", -24)]
    assert seat.play(1, "turn").outcome == (409, "attempt_finished")
    assert begin(owner, event).outcome in {(403, "not_entered"), (409, "round_not_open")}


def test_closing_twice_is_closing_once(owner, event, clock):
    first = _act(owner, event, "close")
    clock.forward(minutes=1)
    assert _act(owner, event, "close").raw == first.raw
    assert _trail(owner, event) == [("close", "Olga Owner", "2026-11-21T12:00:01Z")]


def test_a_competition_closes_in_the_very_moment_it_opens(owner):
    event = owner.create(**sealed("wish"))
    assert _act(owner, event, "close").status == 200


def test_nothing_is_closed_before_it_opens(owner, clock):
    event = owner.create(**sealed("wish", opens_at=clock.after(minutes=1)))
    assert _act(owner, event, "close").outcome == (409, "wrong_state")


def test_certifying_comes_after_closing(owner, rival, event):
    refused = _act(owner, event, "certify")
    assert refused.outcome == (409, "wrong_state")  # though no attempt runs
    assert refused.body["detail"] == "The contest is running. Close it first."
    sit_down(rival, event)
    assert _act(owner, event, "certify").outcome == (409, "wrong_state")
    _act(owner, event, "close")
    answer = _act(owner, event, "certify")
    assert (answer.status, answer.body["state"]) == (200, "final")
    assert _act(owner, event, "certify").raw == answer.raw
    assert _act(owner, event, "close").raw == answer.raw
    assert [act for act, _, _ in _trail(rival, event)] == ["close", "certify"]


def test_nothing_is_certified_while_an_attempt_is_still_being_ended(owner, rival, clock):
    event = owner.create(**sealed("wish", closes_at=clock.after(minutes=1)))
    seat = sit_down(rival, event)
    clock.forward(minutes=1)
    assert _act(owner, event, "certify").outcome == (409, "wrong_state")
    seat.finish()
    assert _act(owner, event, "certify").status == 200


@pytest.mark.parametrize("act", ["close", "certify"])
def test_only_the_organiser_acts(owner, rival, stranger, anyone, event, act):
    rival.join(event)
    for other in (rival, stranger):
        assert _act(other, event, act).outcome == (403, "forbidden")
    assert _act(anyone, event, act).outcome == (401, "unauthenticated")
    narrow(owner, "play", "read")
    assert _act(owner, event, act).outcome == (403, "forbidden")
    assert owner.read(event)["state"] == "running"


def test_the_trail_is_for_entrants(owner, rival, stranger, event):
    rival.join(event)
    assert _trail(rival, event) == _trail(owner, event) == []
    assert stranger.get(f"/competitions/{event['id']}/audit").outcome == (403, "not_entered")


@pytest.mark.extra
def test_more_attempts_than_are_ended_at_a_time_end_all_the_same(owner, crowd, event, clock, monkeypatch):
    from competitions.play import deadlines

    monkeypatch.setattr(deadlines, "AT_A_TIME", 2)
    for player in crowd(["Ann", "Ben", "Cy", "Di", "Eve"]):
        sit_down(player, event)
    _act(owner, event, "close")
    assert Log.objects.count() == 2
    assert [deadlines.end_overdue(clock.now) for _ in range(3)] == [2, 1, 0]
