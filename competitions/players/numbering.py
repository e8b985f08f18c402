"""How a player is shown where names differ by look, as in a contest: by their own name, or by that with the
smallest free number."""

from bisect import bisect_left
from collections.abc import Callable, Collection
from typing import Any, Final

from django.db.models import QuerySet

from ..refusals import Refusal
from .looks import look, shape
from .naming import LONGEST, PlayerName

NamesTaken = Callable[[Collection[PlayerName]], Collection[PlayerName]]
"""Those of some names that look like one that is there already."""

LISTED: Final = (range(2, 10), range(10, 100), range(100, 1000))
"""Numbers that are looked for one by one, each stretch at once."""

BEYOND: Final = range(1000, 1_000_000)


def numbered(own: PlayerName, taken: NamesTaken) -> PlayerName:
    """`own` if it is not taken, else with the smallest free number: `Ian 2`.

    Where a thousand have one name, it is a free number after a taken one. So
    `taken` is asked once for most names, and 24 times at most.
    """
    if not taken([own]):
        return own
    for numbers in LISTED:
        tried = [with_number(own, number) for number in numbers]
        used = set(taken(tried))
        if free := next((each for each in tried if each not in used), None):
            return free
    number = bisect_left(BEYOND, True, hi=len(BEYOND) - 1, key=lambda n: not taken([with_number(own, n)]))
    return with_number(own, BEYOND[number])


def with_number(own: PlayerName, number: int) -> PlayerName:
    """The name with a number after it. The end of the name is cut where both would be too long, or drawn too
    wide; the number never is."""
    ending = f" {number}"
    name = own.name[: LONGEST - len(ending)].rstrip() + ending
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
