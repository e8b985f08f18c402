"""The buckets that limits are counted in, in this process and in Redis."""

import secrets

import pytest

from competitions.web.buckets import LocalBuckets, OutOfReach, Rate
from competitions.web.buckets_in_redis import RedisBuckets
from tests.servers.running import free_port
from tests.threads import at_once

pytestmark = pytest.mark.usefixtures("moment")

NEVER = Rate(a_second=1e-6, at_once=5)
"""Five at once, and then none for days."""


@pytest.fixture(params=["in this process", "in Redis"])
def store(request):
    if request.param == "in Redis":
        return RedisBuckets(request.getfixturevalue("redis_url"))
    return LocalBuckets()


@pytest.fixture
def key():
    """A key that no other test has: Redis outlives the tests."""
    return secrets.token_hex(8)


def take(store, key, rate, cost=1):
    """The seconds to wait."""
    return store.take(key, rate, cost).wait


def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    assert [take(store, key, rate) for _ in range(3)] == [0, 0, 0]
    assert 0 < take(store, key, rate) <= 100
    assert 100 < take(store, key, rate, 2) <= 200
    assert take(store, f"{key}, another", rate, 3) == 0


def test_a_bucket_says_what_is_left_in_it(store, key):
    rate = Rate(a_second=0.001, at_once=3)
    left = [store.take(key, rate, 1).left for _ in range(4)]
    assert left == pytest.approx([2, 1, 0, 0], abs=0.1)
    assert store.take(f"{key}, another", rate, 9).left == 0


def test_who_is_sent_away_is_not_charged(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    take(store, key, rate, 3)
    waits = [take(store, key, rate, 1) for _ in range(10)]
    assert max(waits) <= 100


def test_what_costs_more_than_a_bucket_holds_is_let_through_once_and_paid_for(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    assert take(store, key, rate, 30) == 0
    assert 2700 < take(store, key, rate, 1) <= 2800


def test_what_is_put_back_can_be_taken_again_and_makes_no_bucket_more_than_full(store, key):
    assert [take(store, key, NEVER, cost) for cost in (5, -1, 1, -9, 5)] == [0] * 5
    assert take(store, key, NEVER) > 0


def test_a_bucket_gives_no_more_to_many_threads_at_once(store, key):
    taken = at_once(*[lambda: [take(store, key, NEVER, 1) for _ in range(5)]] * 8)
    assert sum(wait == 0 for waits in taken for wait in waits) == 5


def test_a_bucket_fills_as_time_goes_by(moment):
    store, rate = LocalBuckets(), Rate(a_second=4, at_once=240)
    assert [take(store, "a", rate, 1) for _ in range(240)] == [0] * 240
    assert take(store, "a", rate, 1) == pytest.approx(0.25)
    moment[0] += 0.25
    assert take(store, "a", rate, 1) == 0
    assert take(store, "a", rate, 1) > 0
    moment[0] += 3600
    assert sum(take(store, "a", rate, 1) == 0 for _ in range(500)) == 240


def test_nobody_who_was_sent_away_is_pushed_out_by_others(moment):
    store = LocalBuckets(remembered=300)
    assert [take(store, "flood", NEVER, 1) for _ in range(5)] == [0] * 5
    assert take(store, "flood", NEVER, 1) > 0
    for n in range(5_000):
        assert take(store, f"other {n}", NEVER, 1) == 0
        assert take(store, f"quick {n % 7}", Rate(a_second=100, at_once=100), 1) == 0
        assert len(store.full_at) == len(store.soonest) <= 300
    assert take(store, "flood", NEVER, 1) > 0


def test_those_that_would_be_full_the_soonest_are_forgotten_first(moment):
    store, rate = LocalBuckets(remembered=3), Rate(a_second=1, at_once=10)
    for key, cost in (("a", 3), ("b", 1), ("c", 2), ("b", 4), ("d", 9), ("e", 8)):
        take(store, key, rate, cost)
    assert set(store.full_at) == {"b", "d", "e"}


def test_a_redis_that_does_not_answer_is_out_of_reach():
    gone = RedisBuckets(f"redis://127.0.0.1:{free_port()}/0")
    with pytest.raises(OutOfReach, match="ConnectionError"):
        gone.take("guests:address:192.0.2.1", Rate(1, 60), 1)
