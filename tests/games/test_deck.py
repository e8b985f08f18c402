"""The shuffle: every order of the cards is as likely as every other."""

from __future__ import annotations

from collections import Counter
from itertools import product

from games.deck import shuffled

PACK = (0, 1, 2)


def drawn(*numbers):
    return shuffled(PACK, iter(numbers))


def test_numbers_beyond_the_last_fair_one_are_drawn_again():
    """2**32 is one more than a multiple of three: of its numbers the last is left over."""
    last = 2**32 - 1
    assert drawn(last, 1, 0) == drawn(1, 0)
    assert drawn(last, last, 1, 0) == drawn(1, 0)
    assert drawn(last - 1, 0) == drawn(2, 0)
    # Of two cards none is left over.
    assert drawn(1, last) == drawn(1, 1)


def test_each_order_comes_of_as_many_numbers():
    orders = Counter(drawn(*numbers) for numbers in product(range(3), range(2)))
    assert len(orders) == 6
