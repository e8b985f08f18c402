"""Budgets, with a clock that is passed in."""

from config.server.budgets import Budget


def test_a_budget_has_so_much_at_once():
    budget = Budget(a_second=2, at_once=100)
    assert all(budget.spend(1, now=50) for _ in range(100))
    assert not budget.spend(1, now=50)


def test_a_budget_fills_as_time_goes_by_and_never_holds_more_than_at_once():
    budget = Budget(a_second=2, at_once=100)
    assert budget.spend(100, now=0)
    assert budget.spend(10, now=5)
    assert not budget.spend(1, now=5)
    assert budget.spend(100, now=10_000)
    assert not budget.spend(1, now=10_000)


def test_what_is_larger_than_the_budget_is_never_granted():
    assert not Budget(a_second=1, at_once=10).spend(11, now=1_000)


def test_what_was_not_granted_costs_nothing():
    budget = Budget(a_second=1, at_once=10)
    assert budget.spend(10, now=0)
    assert not any(budget.spend(1, now=0) for _ in range(1_000))
    assert budget.spend(5, now=5)
