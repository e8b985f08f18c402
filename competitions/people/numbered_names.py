"""Names that must look different from each other, such as those in a contest or a circle. A player has their
own name there, or that name with a number."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any, Final

from django.db.models import QuerySet

from ..refusals import Refusal
from .clean_text import JOINER, NON_JOINER
from .looks import look, shape
from .names import LONGEST, PlayerName

NamesTaken = Callable[[Collection[PlayerName]], Collection[PlayerName]]
"""A function that receives names, and returns those of them that look like a name already taken."""

LISTED: Final = 1000
"""The search for a free number tries all numbers below this in order."""

ENDS_NO_NAME: Final = f" {NON_JOINER}{JOINER}"
"""Characters that are stripped from the end of a shortened name."""

STRETCHES: Final = (8, 90, 900)
"""How many numbers each query tries. The first query tries few, because most names get a small number."""

MOST: Final = 1_000_000


def numbered(own: PlayerName, taken: NamesTaken) -> PlayerName:
    """Return `own` if it is free, else the name with the smallest free number, such as `Ian 2`.

    If all numbers below a thousand are taken, the number is any free one whose predecessor is taken. `taken`
    is called once for most names, and at most 24 times.
    """
    return with_number(own, free_number(own, taken)) if taken([own]) else own


def free_number(own: PlayerName, taken: NamesTaken, *, after: int = 1) -> int:
    """Return the smallest free number for `own` below `LISTED`, else any free number. The caller knows that
    the numbers up to `after` are taken."""
    for numbers in _listed(after):
        tried = {number: with_number(own, number) for number in numbers}
        used = set(taken([*tried.values()]))
        if free := next((number for number, name in tried.items() if name not in used), None):
            return free
    beyond = range(max(LISTED, after + 1), MOST)
    place = bisect_left(beyond, True, hi=len(beyond) - 1, key=lambda n: not taken([with_number(own, n)]))
    return beyond[place]


def _listed(after: int) -> Iterator[range]:
    start = after + 1
    for length in STRETCHES:
        if start < LISTED:
            yield range(start, min(start + length, LISTED))
        start += length


# The results are cached, because each circle of a player tries the player's name with 2, 3 and so on.
@lru_cache(maxsize=4096)
def with_number(own: PlayerName, number: int) -> PlayerName:
    """Return the name followed by the number. The name is shortened if both together are too long."""
    ending = f" {number}"
    name = own.name[: LONGEST - len(ending)].rstrip(ENDS_NO_NAME) + ending
    try:
        return PlayerName(name, look(name), shape(name))
    except Refusal:
        return with_number(own._replace(name=own.name[:-1]), number)


def taken_in(rows: QuerySet[Any]) -> NamesTaken:
    """Return a function that finds taken names by one query of `rows`, which have a `look` and a `shape`."""

    def taken(names: Collection[PlayerName]) -> Collection[PlayerName]:
        # A union is used because each half has an index, while no index serves an OR of the two conditions.
        by_look = rows.order_by().filter(look__in=[each.look for each in names])
        by_shape = rows.order_by().filter(shape__in=[each.shape for each in names])
        found = list(by_look.values_list("look", "shape").union(by_shape.values_list("look", "shape")))
        looks, shapes = {look for look, _ in found}, {shape for _, shape in found}
        return [each for each in names if each.look in looks or each.shape in shapes]

    return taken
