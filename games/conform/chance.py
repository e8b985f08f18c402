"""Random choices that follow from a text: they are the same in every run and in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Repeatable choices that follow from a text.

    Python promises only that `random()` stays the same, so this class uses nothing else of `random`.

    >>> Chance("7").pick("abc"), Chance("7").pick("abc")
    ('c', 'c')
    """

    def __init__(self, text: str) -> None:
        self._next = Random(text).random

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1."""
        return int(self._next() * end)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def happens(self, often: float) -> bool:
        """Return True with the probability `often`, from 0 (never) to 1 (always)."""
        return self._next() < often

    def some(self, items: Iterable[T], most: int) -> list[T]:
        """Return at most `most` of the items in random order, none of them twice."""
        left = list(items)
        chosen: list[T] = []
        while left and len(chosen) < most:
            chosen.append(left.pop(self.below(len(left))))
        return chosen
