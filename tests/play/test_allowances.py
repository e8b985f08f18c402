"""What a player may send: no human reaches it, nobody exceeds it for long."""

import pytest

from competitions.realtime.allowances import MESSAGES, debt_s

BURST = int(MESSAGES.at_once)


def test_a_burst_is_allowed_and_who_does_not_wait_is_told_to_wait_longer(moment):
    debts = [debt_s("a") for _ in range(BURST + 300)]
    assert not any(debts[:BURST])
    assert all(debts[BURST:])
    assert debts == sorted(debts)
    assert debts[-1] > 1
    assert debt_s("b") == 0, "others have an allowance of their own"
    moment[0] += debts[-1] + 1 / MESSAGES.a_second
    assert debt_s("a") == pytest.approx(0)


def test_an_even_pace_is_allowed_for_ever(moment):
    for _ in range(3 * BURST):
        assert debt_s("a") == 0
        moment[0] += 1 / MESSAGES.a_second
