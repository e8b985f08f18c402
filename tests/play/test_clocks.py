"""A clock that is set an hour forward or back, at every step: nothing fails or jams, no time is negative."""

import pytest

from competitions.models import Attempt, Entry, Log
from competitions.people.tickets import redeem_ticket
from competitions.play import deadlines
from tests.clients.contests import moves_scoring, sealed

from .seats import begin, sit_down
from .tokens import ticket

BACK = pytest.param(-1, id="back")
both_ways = pytest.mark.parametrize("hours", [BACK, pytest.param(1, id="forward")])
"""Where something else comes of each."""


@pytest.fixture(params=[BACK, pytest.param(1, id="forward", marks=pytest.mark.extra)])
def hours(request):
    """An hour forward is much like an hour that passes."""
    return request.param


@pytest.fixture
def set_clock(clock, hours):
    return lambda: clock.forward(hours=hours)


@pytest.fixture
def event(owner, clock):
    """Opened a day ago, for two hours more."""
    event = owner.create(**sealed("well", closes_at=clock.after(hours=26)))
    clock.forward(days=1)
    return event


@pytest.fixture
def seat(rival, event, clock):
    seat = sit_down(rival, event)
    clock.forward(minutes=1)
    return seat


def _play(seat):
    view = seat.view
    assert seat.play(view["ply"], view["legal"][0]).body["view"]["ply"] == view["ply"] + 1


@pytest.mark.parametrize(
    ("steps", "minutes_back", "minutes_forward"),
    [
        pytest.param("set play play", 0, 61, marks=pytest.mark.extra),
        # Only the time in which the clock was set back is not counted.
        pytest.param("play set play wait play", 3, 63, marks=pytest.mark.extra),
        ("play set undo play", 0, 61),
        ("play set finish finish", 1, 1),
        ("play set close", 1, 1),
    ],
)
def test_while_a_game_is_played(
    set_clock, seat, event, owner, clock, hours, steps, minutes_back, minutes_forward
):
    """The round ends, the seed opens, and the results become final."""
    acts = {
        "set": set_clock,
        "play": lambda: _play(seat),
        "wait": lambda: clock.forward(minutes=2),
        "undo": lambda: seat.undo(0),
        "finish": seat.finish,
        "close": lambda: owner.act(event, "close"),
    }
    for step in steps.split():
        answer = acts[step]()
        assert answer is None or answer.status == 200, step
    if "close" in steps:
        assert answer.body["state"] == "closed"
        assert answer.body["rounds"][0]["seed"]
    elif "finish" not in steps:
        assert seat.finish().status == 200
    clock.forward(hours=4)
    deadlines.end_overdue(clock.now)
    assert not Attempt.objects.running().exists()
    assert owner.read(event)["rounds"][0]["seed"]
    assert owner.act(event, "certify").status == 200
    assert Log.objects.count() == 1
    assert seat.look()["elapsed_ms"] == (minutes_forward if hours > 0 else minutes_back) * 60_000


@both_ways
def test_before_the_watch(set_clock, owner, rival, clock, hours):
    seat = sit_down(rival, owner.create(**sealed("well", time_limit_s=600)))
    clock.forward(minutes=1)
    _play(seat)
    set_clock()
    assert deadlines.end_overdue(clock.now) == (hours > 0)
    clock.forward(hours=2)
    assert deadlines.end_overdue(clock.now) == (hours < 0)
    assert seat.look()["elapsed_ms"] == 60_000


@both_ways
def test_before_the_watch_of_moves_that_came_before_the_start(set_clock, owner, rival, clock, hours):
    seat = sit_down(rival, owner.create(**sealed("well", time_limit_s=3600)))
    set_clock()
    if hours < 0:
        _play(seat)
    clock.forward(hours=3)
    assert deadlines.end_overdue(clock.now) == 1
    body = seat.look()
    assert (body["state"], body["elapsed_ms"]) == ("finished", 0)


def test_before_joining_and_sending_a_log_and_starting(set_clock, event, owner, rival, stranger, clock):
    whole_logs = owner.create()
    clock.forward(days=1)
    rival.join(whole_logs)
    set_clock()
    assert rival.submit(whole_logs, moves_scoring(15)).status == 201
    assert owner.places(whole_logs) == [(1, "Ray Rival", 15)]
    event = owner.create(**sealed("well", opens_at=clock.after(hours=-9)))
    set_clock()
    assert [stranger.join(event).status for _ in range(2)] == [201, 200]
    first, again = begin(stranger, event), begin(stranger, event)
    assert (first.status, again.body["id"]) == (201, first.body["id"])


@both_ways
def test_a_new_competition_waits_for_a_clock_that_was_set_back(set_clock, owner, rival, clock, hours):
    event = owner.create(**sealed("well"))
    set_clock()
    assert rival.join(event).status == 201
    assert begin(rival, event).outcome == ((201, None) if hours > 0 else (409, "round_not_open"))
    clock.forward(hours=1)
    assert begin(rival, event).status in (200, 201)


def test_what_is_certified_stays_so(set_clock, seat, event, owner, stranger, clock):
    """A clock set back opens no window again: neither to join, nor to play."""
    entry = Entry.objects.get()
    for act in ("close", "certify"):
        assert owner.act(event, act).status == 200
    set_clock()
    told = owner.read(event)
    assert (told["state"], told["rounds"][0]["state"]) == ("final", "closed")
    assert told["rounds"][0]["seed"]
    assert stranger.join(event).outcome == (409, "wrong_state")
    assert begin(seat.client, event).outcome == (409, "round_not_open")
    assert list(Entry.objects.all()) == [entry]


def test_answers_are_kept_and_a_ticket_is_good_for_a_minute(set_clock, event, rival, owner, clock):
    rival.join(event)
    first, secret = begin(rival, event, Idempotency_Key="k"), ticket(owner)
    set_clock()
    assert begin(rival, event, Idempotency_Key="k").raw == first.raw
    assert redeem_ticket(secret=secret, now=clock.now) is None
    assert redeem_ticket(secret=ticket(owner), now=clock.now) is not None
