"""The entries of a competition in memory with their results, and sorted orders of them."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Final, TypeVar, cast

from ..models import Entry, Round
from .arrivals import Arrivals, arrivals_in
from .entrants import Entrant, Rules
from .long_work import LARGE, long_work
from .orders import ByPlaces, BySum, InRound, Order, Place
from .rankings import RANKINGS, Relative, Summed

AnOrder = TypeVar("AnOrder", bound=Order)

MOST_ORDERS: Final = 40
"""The greatest number of orders that a field remembers."""

MOST_LINES: Final = 1_000_000
"""The greatest number of lines in all orders that a field remembers. An order has a line for each entry. Even
beyond this number, a field remembers the order of each round and one order over several rounds."""

LEAST: Final = 20
"""The size of a field without entries, in the unit of `Field.size`."""


class Field:
    """The entries of one competition, and sorted orders of them. `put` updates the orders.

    A field is not safe for use by several threads at once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.entrants: dict[str, Entrant] = {}
        self.numbers: dict[str, int] = {}
        """The number of each entry, keyed by the entry's id. The entry that was put first has the number
        0."""
        self.at_long_work = False
        """Whether a thread is now doing long work on this field: reading it, or making an order of it."""
        self._orders: OrderedDict[int | frozenset[int], Order] = OrderedDict()
        self._arrivals: dict[int, Arrivals] = {}

    @property
    def size(self) -> int:
        """How much memory the standings take, in units of about 250 bytes. Each entrant, each result and each
        place in a sorted order takes one unit."""
        return LEAST + len(self.entrants) * (1 + len(self.rules.rounds) + len(self._orders))

    @contextmanager
    def working(self, size: int) -> Iterator[None]:
        """A context for work of this size, in the unit of `Field.size`. Raises what `long_work` raises."""
        before = self.at_long_work
        self.at_long_work = before or size >= LARGE
        try:
            with long_work(size):
                yield
        finally:
            self.at_long_work = before

    @property
    def _most_orders(self) -> int:
        least = len(self.rules.rounds) + 1
        return max(least, min(MOST_ORDERS, MOST_LINES // max(1, len(self.entrants))))

    def put(self, entrant: Entrant) -> None:
        """Add an entry, or replace it."""
        before = self.entrants.get(entrant.entry)
        self.numbers.setdefault(entrant.entry, len(self.numbers))
        self.entrants[entrant.entry] = entrant
        for order in self._orders.values():
            order.replace(before, entrant)
        self._arrivals.clear()

    def fetch(self, entries: Iterable[str]) -> None:
        """Read these entries together, in a subclass whose entries stay in the database. This class does
        nothing, as its entries are in memory."""

    def before(self, order: Order, entry: Entry) -> int:
        """The number of entries that stand before this one in an order."""
        return order.before(self.entrants[entry.pk])

    def listed(self, order: Order, offset: int, limit: int | None) -> Iterator[tuple[Entrant, Place]]:
        """At most `limit` entries of an order from `offset` on, each with its place. Changes of entries after
        the call do not show."""
        entrants, stop = dict(self.entrants), None if limit is None else offset + limit
        return ((entrants[entry], place) for entry, place in islice(order.places(), offset, stop))

    def in_round(self, round: int) -> InRound:
        """The order in the round with the primary key `round`. It ranks the entries with a result there."""
        return self._remembered(round, partial(InRound, self.rules, self.numbers, round))

    def arrivals(self, round: Round) -> Arrivals:
        """When the results of a round arrived. This is computed again after a change of an entry."""
        known = self._arrivals.get(round.pk)
        if known is None:
            known = self._arrivals[round.pk] = arrivals_in(self.in_round(round.pk), self.entrants, round)
        return known

    def over(self, rounds: Iterable[int]) -> Order:
        """The order over the rounds with these primary keys. It ranks the entries with a result in any of
        them."""
        among = frozenset(rounds)
        ranking = RANKINGS[self.rules.ranking]
        make: Callable[[], Order]
        if isinstance(ranking, Relative):
            make = partial(ByPlaces, self.rules, self.numbers, ranking, among, self.in_round)
        else:
            assert isinstance(ranking, Summed)
            make = partial(BySum, self.rules, self.numbers, ranking, among)
        return self._remembered(among, make)

    def _remembered(self, key: int | frozenset[int], make: Callable[[], AnOrder]) -> AnOrder:
        order = self._orders.get(key)
        with self.working(0 if order else len(self.entrants)):
            if order is None:
                order = make()
                order.fill(self.entrants.values())
            self._orders[key] = order
            # `settle` may make other orders. Then the orders at the beginning are forgotten, so this order is
            # first moved to the end.
            self._orders.move_to_end(key)
            order.settle()
        while len(self._orders) > self._most_orders:
            self._orders.popitem(last=False)
        return cast(AnOrder, order)
