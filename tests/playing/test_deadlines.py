"""Whoever does not come back is ended by the server, soon after the deadline and once."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from competitions.models import Attempt, Log
from competitions.playing import deadlines

LIMIT = {"time_limit_s": 60}


def _end_overdue(clock):
    return deadlines.end_overdue(clock.now)


def test_an_attempt_over_its_time_is_given_up(kit, owner, rival, clock):
    event = owner.create(**kit.sealed("wish", **LIMIT))
    seat = kit.sit_down(rival, event)
    clock.forward(seconds=59.9)
    assert _end_overdue(clock) == 0
    clock.forward(seconds=0.1)
    assert _end_overdue(clock) == 1
    assert _end_overdue(clock) == 0
    body = seat.look()
    assert (body["state"], body["finished"], body["score"]) == ("finished", False, 32)
    assert owner.places(event) == [(1, "Ray Rival", 32)]
    assert Log.objects.count() == 1


def test_what_comes_after_the_deadline_ends_it_even_before_the_watch(kit, owner, crowd, clock):
    event = owner.create(**kit.sealed("well", **LIMIT))
    seats = [kit.sit_down(player, event) for player in crowd(["Ann", "Ben", "Cy", "Di"])]
    first = seats[0].attempt["view"]["legal"][0]
    for seat in seats:
        seat.play(0, first)
    clock.forward(seconds=60)
    acts = (
        lambda seat: seat.play(1, "nonsense"),
        lambda seat: seat.undo(0),
        lambda seat: kit.begin(seat.client, event),
    )
    codes = [act(seat).outcome for act, seat in zip(acts, seats, strict=False)]
    assert codes == [(409, "attempt_finished")] * 2 + [(409, "no_attempts_left")]
    assert seats[3].play(0, first).body["state"] == "finished"
    _end_overdue(clock)
    scores = [seat.look()["score"] for seat in seats]
    assert scores == [seats[0].look()["score"]] * 4
    assert {seat.look()["elapsed_ms"] for seat in seats} == {0}


@pytest.mark.parametrize("whose", ["round", "competition"])
def test_attempts_end_with_their_window(kit, owner, rival, clock, whose):
    end = {"closes_at": clock.after(minutes=1)}
    settings = kit.sealed("wish")
    settings = (
        settings | end if whose == "competition" else settings | {"rounds": [settings["rounds"][0] | end]}
    )
    seat = kit.sit_down(rival, owner.create(**settings))
    clock.forward(minutes=1)
    assert seat.play(0, seat.attempt["view"]["legal"][0]).outcome == (409, "attempt_finished")
    assert _end_overdue(clock) == 0
    assert seat.look()["ended_at"] == "2026-11-21T12:01:00Z"


def test_an_attempt_whose_time_was_put_off_goes_on(kit, owner, rival, clock, monkeypatch):
    event = owner.create(**kit.sealed("wish", **LIMIT))
    seat = kit.sit_down(rival, event)
    clock.forward(seconds=60)
    overdue = Attempt.objects.overdue(clock.now)
    assert [attempt.pk for attempt in overdue] == [seat.attempt["id"]]
    Attempt.objects.update(times_out_at=clock.now + timedelta(minutes=1))
    monkeypatch.setattr(Attempt.objects.__class__, "overdue", lambda self, now: overdue, raising=False)
    deadlines.finish_overdue(attempt_id=seat.attempt["id"], now=clock.now)
    assert seat.look()["state"] == "running"


def test_one_that_cannot_be_ended_does_not_keep_the_others_waiting(kit, owner, crowd, clock, monkeypatch):
    event = owner.create(**kit.sealed("wish", **LIMIT))
    seats = [kit.sit_down(player, event) for player in crowd(["Ann", "Ben", "Cy"])]
    clock.forward(minutes=1)
    stuck = seats[1].attempt["id"]

    def finish(*, attempt_id, now):
        if attempt_id == stuck:
            raise RuntimeError("stuck")
        return real(attempt_id=attempt_id, now=now)

    real = deadlines.finish_overdue
    monkeypatch.setattr(deadlines, "finish_overdue", finish)
    assert _end_overdue(clock) == 2
    assert [seat.look()["state"] for seat in seats] == ["finished", "running", "finished"]


def test_several_processes_end_each_attempt_once_within_five_seconds(kit, sites):
    """Two processes watch; nobody asks either of them."""
    here, _ = sites
    owner = kit.guest(here)
    closing = datetime.now(UTC) + timedelta(seconds=6)
    event = owner.create(**kit.sealed("winabit", closes_at=closing.isoformat()))
    seats = [kit.sit_down(kit.guest(here), event) for _ in range(8)]
    for seat in seats:
        assert seat.play(0, "turn").status == 200
    before = owner.standings(event)["version"]
    time.sleep(max(0.0, (closing - datetime.now(UTC)).total_seconds()))
    late = time.monotonic() + 5
    while any(row["rounds"][0]["state"] == "running" for row in owner.standings(event)["results"]):
        assert time.monotonic() < late, "an attempt outlived its deadline by five seconds"
        time.sleep(0.1)
    for seat in seats:
        body = seat.look()
        assert (body["state"], body["score"], body["view"]["ply"]) == ("finished", -24, 1)
    assert owner.standings(event)["version"] == before + 8
