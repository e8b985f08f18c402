"""How a player is shown where names differ by look, as in a contest: by their own name, or by that with the
smallest free number."""

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
"""Those of some names that look like one that is there already."""

LISTED: Final = 1000
"""Numbers below this are looked for one by one."""

ENDS_NO_NAME: Final = f" {NON_JOINER}{JOINER}"
"""What does not stay at the end of a name that is cut."""

STRETCHES: Final = (8, 90, 900)
"""How many of them are looked for at once: few first, because most names have a small number."""

MOST: Final = 1_000_000


def numbered(own: PlayerName, taken: NamesTaken) -> PlayerName:
    """`own` if it is not taken, else with the smallest free number: `Ian 2`.

    Where a thousand have one name, it is a free number after a taken one. So
    `taken` is asked once for most names, and 24 times at most.
    """
    return with_number(own, free_number(own, taken)) if taken([own]) else own


def free_number(own: PlayerName, taken: NamesTaken, *, after: int = 1) -> int:
    """The number that `numbered` gives to `own`, of which those up to `after` are known to be taken."""
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


@lru_cache(maxsize=4096)  # who is called something else is so in all their circles
def with_number(own: PlayerName, number: int) -> PlayerName:
    """The name with a number after it. The end of the name is cut where both would be too long, or drawn too
    wide; the number never is."""
    ending = f" {number}"
    name = own.name[: LONGEST - len(ending)].rstrip(ENDS_NO_NAME) + ending
    try:
        return PlayerName(name, look(name), shape(name))
    except Refusal:
        return with_number(own._replace(name=own.name[:-1]), number)


def taken_in(rows: QuerySet[Any]) -> NamesTaken:
    """What is taken among `rows`, each with the `look` and the `shape` of a name; one query each time."""

    def taken(names: Collection[PlayerName]) -> Collection[PlayerName]:
        # A union, because each of its parts has an index and the whole has none.
        by_look = rows.order_by().filter(look__in=[each.look for each in names])
        by_shape = rows.order_by().filter(shape__in=[each.shape for each in names])
        found = list(by_look.values_list("look", "shape").union(by_shape.values_list("look", "shape")))
        looks, shapes = {look for look, _ in found}, {shape for _, shape in found}
        return [each for each in names if each.look in looks or each.shape in shapes]

    return taken
