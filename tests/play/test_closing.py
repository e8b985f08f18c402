"""Closing a competition early, certifying it, and the trail that both leave."""

import pytest

from competitions.models import Log
from competitions.play import deadlines
from tests.clients.contests import sealed

from .seats import begin, sit_down
from .tokens import narrow


@pytest.fixture
def event(owner, clock):
    event = owner.create(**sealed("winabit"))
    clock.forward(seconds=1)
    return event


def test_closing_early_ends_what_runs_and_opens_the_seed(owner, rival, event, clock):
    seat = sit_down(rival, event)
    seat.play(0, "turn")
    first = owner.act(event, "close")
    [round] = first.body["rounds"]
    assert (first.status, first.body["state"], round["state"]) == (200, "closed", "closed")
    assert round["seed"]
    body = seat.look()
    assert (body["state"], body["score"], body["ended_at"]) == ("finished", -24, "2026-11-21T12:00:01Z")
    assert owner.places(event) == [(1, "Ray Rival", -24)]
    assert seat.play(1, "turn").outcome == (409, "attempt_finished")
    assert begin(rival, event).outcome == (409, "round_not_open")
    clock.forward(minutes=1)
    assert owner.act(event, "close").raw == first.raw, "closing twice is closing once"
    [act] = owner.trail(event)
    assert (act["act"], act["actor"]["name"], act["at"]) == ("close", "Olga Owner", "2026-11-21T12:00:01Z")


def test_a_competition_closes_in_the_very_moment_it_opens(owner):
    assert owner.act(owner.create(**sealed("wish")), "close").status == 200


def test_certifying_comes_after_closing(owner, rival, stranger, event):
    refused = owner.act(event, "certify")
    assert refused.outcome == (409, "wrong_state")  # though no attempt runs
    assert refused.body["detail"] == "The contest is running. Close it first."
    sit_down(rival, event)
    assert owner.act(event, "certify").outcome == (409, "wrong_state")
    assert rival.trail(event) == owner.trail(event) == []
    owner.act(event, "close")
    answer = owner.act(event, "certify")
    assert (answer.status, answer.body["state"]) == (200, "final")
    assert owner.act(event, "certify").raw == owner.act(event, "close").raw == answer.raw
    assert rival.acts_on_trail(event) == ["close", "certify"]
    assert stranger.get(f"/competitions/{event['id']}/audit").outcome == (403, "not_entered")


def test_nothing_is_certified_while_an_attempt_is_still_being_ended(owner, rival, clock):
    event = owner.create(**sealed("wish", closes_at=clock.after(minutes=1)))
    seat = sit_down(rival, event)
    clock.forward(minutes=1)
    assert owner.act(event, "certify").outcome == (409, "wrong_state")
    seat.finish()
    assert owner.act(event, "certify").status == 200


def test_a_token_that_may_not_organise_closes_nothing(owner, rival, event):
    """Who else may not is in `competitions/test_life`; an entrant may not either."""
    rival.join(event)
    assert rival.act(event, "close").outcome == (403, "forbidden")
    narrow(owner, "play", "read")
    for act in ("close", "certify"):
        assert owner.act(event, act).outcome == (403, "forbidden")
    assert owner.read(event)["state"] == "running"


@pytest.mark.extra
def test_more_attempts_than_are_ended_at_a_time_end_all_the_same(owner, crowd, event, clock, monkeypatch):
    monkeypatch.setattr(deadlines, "AT_A_TIME", 2)
    for player in crowd(["Ann", "Ben", "Cy", "Di", "Eve"]):
        sit_down(player, event)
    owner.act(event, "close")
    assert Log.objects.count() == 2
    assert [deadlines.end_overdue(clock.now) for _ in range(3)] == [2, 1, 0]
