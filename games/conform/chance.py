"""Chance that is the same for the same text, in every run and with every version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Choices that follow from a text.

    Python promises of its random numbers only that `random()` stays the same, so nothing else is used.

    >>> Chance("7").pick("abc"), Chance("7").pick("abc")
    ('c', 'c')
    """

    def __init__(self, text: str) -> None:
        self._next = Random(text).random

    def below(self, end: int) -> int:
        """A number from 0 on, less than `end`."""
        return int(self._next() * end)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def happens(self, often: float) -> bool:
        """True with this probability; 1 is always."""
        return self._next() < often

    def some(self, items: Iterable[T], most: int) -> list[T]:
        """At most so many of the items, each at most once, in random order."""
        left = list(items)
        chosen: list[T] = []
        while left and len(chosen) < most:
            chosen.append(left.pop(self.below(len(left))))
        return chosen
