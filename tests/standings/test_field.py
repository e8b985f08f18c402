"""The orders that a field remembers: as many as have room, and each follows or is made anew."""

from itertools import combinations, islice

from competitions.standings import field as fields
from competitions.standings import orders
from competitions.standings.field import MOST_ORDERS

from .sheets import entrant, field_of, ranks, rules


def test_an_order_that_was_about_to_be_forgotten_is_read_again():
    """To settle it takes the order of a round that is forgotten already, which makes room for itself."""
    field = field_of(rules("matchpoints", rounds=30), A=(5, 6), B=(7,))
    assert ranks(field, [1, 2]) == [("A", 1), ("B", 2)]
    others = range(3, 31)
    for round in others:
        field.in_round(round)
    for pair in islice(combinations(others, 2), MOST_ORDERS - len(others) - 1):
        field.over(pair)
    field.put(entrant("B", (3, 5)))
    assert ranks(field, [1, 2]) == [("B", 1), ("A", 2)]


def test_a_large_field_remembers_fewer_orders_and_counts_them(monkeypatch):
    monkeypatch.setattr(fields, "MOST_LINES", 10)
    field = field_of(rules("total", rounds=3), A=(5,), B=(7,))
    without = field.size
    for rounds in ([1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]):
        assert ranks(field, rounds)
    assert field.size == without + 2 * 5, "ten lines of two entries are five orders"
    monkeypatch.setattr(fields, "MOST_LINES", 1)
    assert ranks(field, [3, 1])
    assert field.size == without + 2 * 4, "those of all rounds, and one over them"


def test_lines_are_in_order_however_many_are_sorted_at_a_stretch(monkeypatch):
    monkeypatch.setattr(orders, "SLICE", 7)
    lines = [(0, (place * 37 % 100,), 0.0, f"entry {place}", place) for place in range(100)]
    assert list(orders.sort_in_slices(lines)) == sorted(lines)
    assert not orders.sort_in_slices([])
