"""What is not accepted is sent again for a day, after pauses that grow."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from competitions.outbound.webhooks.retries import PATIENCE, next_try

START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def tries(monkeypatch, share):
    monkeypatch.setattr("random.uniform", lambda low, high: low + share * (high - low))
    now, moments = START, [START]
    while len(moments) < 100 and (following := next_try(START, len(moments), now)) is not None:
        now = following
        moments.append(now)
    return moments


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_it_is_tried_for_a_day_and_less_and_less_often(monkeypatch, share):
    moments = tries(monkeypatch, share)
    pauses = [later - earlier for earlier, later in itertools.pairwise(moments)]
    assert moments[-1] == START + PATIENCE
    assert pauses[:-1] == sorted(pauses[:-1])
    assert pauses[0] <= timedelta(seconds=6)
    assert max(pauses) <= timedelta(hours=3.6)
    assert 12 <= len(moments) <= 24


def test_no_two_come_again_at_the_same_moment():
    assert len({next_try(START, 4, START) for _ in range(20)}) > 10
