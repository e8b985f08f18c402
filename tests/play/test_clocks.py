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
    answer = seat.play(view["ply"], view["legal"][0])
    assert answer.status == 200
    return answer.body["view"]["ply"]


def _over(seat, event, owner, clock):
    """Whatever happened to the clock: the round ends, the seed opens, and the results become final."""
    if seat.look()["state"] == "running":
        assert seat.finish().status == 200
    clock.forward(hours=4)
    deadlines.end_overdue(clock.now)
    assert not Attempt.objects.running().exists()
    assert owner.read(event)["rounds"][0]["seed"]
    assert owner.post(f"/competitions/{event['id']}/certify", {}).status == 200
    assert Log.objects.count() == 1
    return seat.look()


@pytest.mark.extra
@both_ways
def test_after_the_start(set_clock, seat, event, owner, clock, hours):
    set_clock()
    assert _play(seat) == 1
    assert _play(seat) == 2
    body = _over(seat, event, owner, clock)
    assert body["elapsed_ms"] == (61 * 60_000 if hours > 0 else 0)


@pytest.mark.extra
@both_ways
def test_between_two_moves(set_clock, seat, event, owner, clock, hours):
    """Only the time in which the clock was set back is not counted; the time between other moves is."""
    _play(seat)
    set_clock()
    _play(seat)
    clock.forward(minutes=2)
    _play(seat)
    body = _over(seat, event, owner, clock)
    assert body["elapsed_ms"] == (3 + 60 * (hours > 0)) * 60_000


def test_before_a_takeback(set_clock, seat, event, owner, clock):
    _play(seat)
    set_clock()
    assert seat.undo(0).status == 200
    assert _play(seat) == 1
    assert _over(seat, event, owner, clock)["elapsed_ms"] >= 0


def test_before_the_end(set_clock, seat, event, owner, clock):
    _play(seat)
    set_clock()
    assert seat.finish().body["elapsed_ms"] == 60_000
    assert seat.finish().status == 200
    _over(seat, event, owner, clock)


@both_ways
def test_before_the_watch(set_clock, owner, rival, clock, hours):
    event = owner.create(**sealed("well", time_limit_s=600))
    seat = sit_down(rival, event)
    clock.forward(minutes=1)
    _play(seat)
    set_clock()
    assert deadlines.end_overdue(clock.now) == (hours > 0)
    clock.forward(hours=2)
    assert deadlines.end_overdue(clock.now) == (hours < 0)
    assert seat.look()["elapsed_ms"] == 60_000


@both_ways
def test_before_the_watch_of_moves_that_came_before_the_start(set_clock, owner, rival, clock, hours):
    event = owner.create(**sealed("well", time_limit_s=3600))
    seat = sit_down(rival, event)
    set_clock()
    if hours < 0:
        assert _play(seat) == 1
    clock.forward(hours=3)
    assert deadlines.end_overdue(clock.now) == 1
    body = seat.look()
    assert (body["state"], body["elapsed_ms"]) == ("finished", 0)


def test_before_a_log_is_sent(set_clock, owner, rival, clock):
    event = owner.create()
    clock.forward(days=1)
    rival.join(event)
    set_clock()
    assert rival.submit(event, moves_scoring(15)).status == 201
    assert owner.places(event) == [(1, "Ray Rival", 15)]


def test_before_closing_and_certifying(set_clock, seat, event, owner, clock):
    _play(seat)
    set_clock()
    closed = owner.post(f"/competitions/{event['id']}/close", {})
    assert (closed.status, closed.body["state"]) == (200, "closed")
    assert closed.body["rounds"][0]["seed"]
    assert _over(seat, event, owner, clock)["elapsed_ms"] == 60_000


def test_what_is_certified_stays_so(set_clock, seat, event, owner, stranger, clock):
    """A clock set back opens no window again: neither to join, nor to play."""
    entry = Entry.objects.get()
    for act in ("close", "certify"):
        assert owner.post(f"/competitions/{event['id']}/{act}", {}).status == 200
    set_clock()
    assert owner.read(event)["state"] == "final"
    assert owner.read(event)["rounds"][0]["state"] == "closed"
    assert owner.read(event)["rounds"][0]["seed"]
    assert stranger.join(event).outcome == (409, "wrong_state")
    assert begin(seat.client, event).outcome == (409, "round_not_open")
    assert list(Entry.objects.all()) == [entry]


def test_before_joining_and_starting(set_clock, event, stranger):
    set_clock()
    assert stranger.join(event).status == 201
    assert stranger.join(event).status == 200
    answer = begin(stranger, event)
    assert answer.status == 201
    assert begin(stranger, event).body["id"] == answer.body["id"]


@both_ways
def test_a_new_competition_waits_for_a_clock_that_was_set_back(set_clock, owner, rival, clock, hours):
    event = owner.create(**sealed("well"))
    set_clock()
    assert rival.join(event).status == 201
    assert begin(rival, event).outcome == ((201, None) if hours > 0 else (409, "round_not_open"))
    clock.forward(hours=1)
    assert begin(rival, event).status in (200, 201)


def test_an_answer_is_kept_for_its_repeat(set_clock, event, rival):
    rival.join(event)
    first = begin(rival, event, Idempotency_Key="k")
    set_clock()
    assert begin(rival, event, Idempotency_Key="k").raw == first.raw


def test_a_ticket_is_good_for_a_minute_and_no_more(set_clock, owner, clock):
    secret = ticket(owner)
    set_clock()
    assert redeem_ticket(secret=secret, now=clock.now) is None
    assert redeem_ticket(secret=ticket(owner), now=clock.now) is not None
