"""The buckets that limits are counted in, in this process and in Redis."""

import secrets

import pytest

from competitions.web.buckets import LocalBuckets, OutOfReach, Rate, RedisBuckets
from tests.servers.ports import own_port
from tests.threads import at_once

pytestmark = pytest.mark.usefixtures("moment")

SLOW, NEVER = Rate(a_second=0.01, at_once=3), Rate(a_second=1e-6, at_once=5)


@pytest.fixture(params=["in this process", "in Redis"])
def take(request):
    """Takes out of a bucket of this name; no other test has it, as Redis outlives the tests."""
    is_local = request.param == "in this process"
    store = LocalBuckets() if is_local else RedisBuckets(request.getfixturevalue("redis_url"))
    test = secrets.token_hex(8)
    return lambda name, rate, cost=1: store.take(f"{test} {name}", rate, cost)


def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait(take):
    assert [take("a", SLOW).wait for _ in range(3)] == [0, 0, 0]
    for _ in range(10):  # a refusal costs nothing
        assert 0 < take("a", SLOW).wait <= 100
    assert 100 < take("a", SLOW, 2).wait <= 200
    assert take("b", SLOW, 3).wait == 0


def test_a_bucket_says_what_is_left_in_it(take):
    rate = Rate(a_second=0.001, at_once=3)
    assert [take("a", rate).left for _ in range(4)] == pytest.approx([2, 1, 0, 0], abs=0.1)
    assert take("b", rate, 9).left == 0


def test_what_costs_more_than_a_bucket_holds_is_let_through_once_and_paid_for(take):
    assert take("a", SLOW, 30).wait == 0
    assert 2700 < take("a", SLOW).wait <= 2800


def test_what_is_put_back_can_be_taken_again_and_makes_no_bucket_more_than_full(take):
    assert [take("a", NEVER, cost).wait for cost in (5, -1, 1)] == [0] * 3
    assert take("a", NEVER, -9) == (0, 5)
    assert take("a", NEVER, 5).wait == 0
    assert take("a", NEVER).wait > 0


def test_a_bucket_gives_no_more_to_many_threads_at_once(take):
    taken = at_once(*[lambda: [take("a", NEVER).wait for _ in range(5)]] * 8)
    assert sum(wait == 0 for waits in taken for wait in waits) == 5


def test_a_bucket_fills_as_time_goes_by(moment):
    store, rate = LocalBuckets(), Rate(a_second=4, at_once=240)
    assert [store.take("a", rate, 1).wait for _ in range(240)] == [0] * 240
    assert store.take("a", rate, 1).wait == pytest.approx(0.25)
    moment[0] += 0.25
    assert store.take("a", rate, 1).wait == 0
    assert store.take("a", rate, 1).wait > 0
    moment[0] += 3600
    assert sum(store.take("a", rate, 1).wait == 0 for _ in range(500)) == 240


def test_who_was_sent_away_is_not_pushed_out_by_others():
    store = LocalBuckets(remembered=300)
    assert [store.take("flood", NEVER, 1).wait for _ in range(5)] == [0] * 5
    for n in range(5_000):
        assert store.take(f"other {n}", NEVER, 1).wait == 0
        assert store.take(f"quick {n % 7}", Rate(a_second=100, at_once=100), 1).wait == 0
        assert len(store.full_at) <= 300
    assert store.take("flood", NEVER, 1).wait > 0


def test_those_that_would_be_full_the_soonest_are_forgotten_first():
    store = LocalBuckets(remembered=4)
    for key, cost in (("a", 3), ("b", 1), ("c", 2), ("b", 4), ("d", 9), ("e", 8)):
        store.take(key, Rate(a_second=1, at_once=10), cost)
    assert set(store.full_at) == {"d", "e"}


def test_a_redis_that_does_not_answer_is_out_of_reach_and_rests_for_a_second(moment):
    gone = RedisBuckets(f"redis://127.0.0.1:{own_port()}/0")
    for seconds, why in ((0, "ConnectionError"), (0.9, "a moment ago"), (0.1, "ConnectionError")):
        moment[0] += seconds
        with pytest.raises(OutOfReach, match=why):
            gone.take("guests:address:192.0.2.1", Rate(1, 60), 1)


def test_while_one_request_asks_a_redis_that_failed_the_others_do_not_wait(moment):
    back, rate = RedisBuckets(f"redis://127.0.0.1:{own_port()}/0"), Rate(1, 60)
    with pytest.raises(OutOfReach):
        back.take("a", rate, 1)
    moment[0] += 1

    def another_asks_meanwhile(**_):
        with pytest.raises(OutOfReach, match="a moment ago"):
            back.take("a", rate, 1)
        return "0", "0"

    back.script = another_asks_meanwhile
    assert back.take("a", rate, 1).wait == 0
    back.script = lambda **_: ("0", "0")
    assert back.take("a", rate, 1).wait == 0
