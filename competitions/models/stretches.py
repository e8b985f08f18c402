"""Long lists of keys, a stretch at a time: a query takes only so many values."""

from collections.abc import Collection, Iterator
from typing import Final, TypeVar

Key = TypeVar("Key")

AT_ONCE: Final = 1000


def stretches(keys: Collection[Key], length: int = AT_ONCE) -> Iterator[list[Key]]:
    """The keys in lists of at most `length`.

    >>> list(stretches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    listed = list(keys)
    for start in range(0, len(listed), length):
        yield listed[start : start + length]
