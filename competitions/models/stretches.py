"""Splitting long lists of keys, because one query accepts only a limited number of values."""

from collections.abc import Collection, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

AT_ONCE: Final = 1000


def stretches(keys: Collection[T], length: int = AT_ONCE) -> Iterator[list[T]]:
    """Yield the keys in lists of at most `length`.

    >>> list(stretches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    listed = list(keys)
    for start in range(0, len(listed), length):
        yield listed[start : start + length]
