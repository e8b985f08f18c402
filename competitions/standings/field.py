"""The field of a competition in memory: all its entries with their results, and the orders they stand in."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar, cast

from ..models import Round
from .arrivals import Arrivals, arrivals_in
from .entrants import Entrant, Rules
from .long_work import LARGE, long_work
from .orders import ByPlaces, BySum, InRound, Order
from .rankings import RANKINGS, Relative, Summed

AnOrder = TypeVar("AnOrder", bound=Order)

MOST_ORDERS: Final = 40
"""How many orders are remembered for a field: one for each round, and some over several rounds."""

MOST_LINES: Final = 1_000_000
"""How many lines all its orders have; but those of all rounds and one over them are remembered even so."""

LEAST: Final = 20
"""What a field takes without any entry."""


class Field:
    """The entries of one competition, and their orders, which follow whenever an entry is put.

    It is not safe to be used by several threads at once.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.entrants: dict[str, Entrant] = {}
        self.numbers: dict[str, int] = {}
        """The entries in the order in which they came, from 0 on."""
        self.at_long_work = False
        """Whether the thread that uses it just reads a large field, or makes an order of it."""
        self._orders: OrderedDict[int | frozenset[int], Order] = OrderedDict()
        self._arrivals: dict[int, Arrivals] = {}

    @property
    def size(self) -> int:
        """How much of the memory it takes: its entries, their results and its orders' lines, of which each
        takes some 250 bytes."""
        return LEAST + len(self.entrants) * (1 + len(self.rules.rounds) + len(self._orders))

    @contextmanager
    def working(self, size: int) -> Iterator[None]:
        """Work at so many of its entries, results or lines, and note it while that lasts; raises what
        `long_work` raises."""
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
        """Add an entry, or replace it by what it is now."""
        before = self.entrants.get(entrant.entry)
        self.numbers.setdefault(entrant.entry, len(self.numbers))
        self.entrants[entrant.entry] = entrant
        for order in self._orders.values():
            order.replace(before, entrant)
        self._arrivals.clear()

    def in_round(self, round: int) -> InRound:
        """The order in one round; entries with a result in it are ranked."""
        return self._remembered(round, partial(InRound, self.rules, self.numbers, round))

    def arrivals(self, round: Round) -> Arrivals:
        """How the standings of one round came about; worked out anew only if an entry has changed."""
        known = self._arrivals.get(round.pk)
        if known is None:
            known = self._arrivals[round.pk] = arrivals_in(self.in_round(round.pk), self.entrants, round)
        return known

    def over(self, rounds: Iterable[int]) -> Order:
        """The order over some rounds; entries with a result in any of them are ranked."""
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
            # Before it settles, for which it may ask for orders of rounds: they must not make it the oldest.
            self._orders.move_to_end(key)
            order.settle()
        while len(self._orders) > self._most_orders:
            self._orders.popitem(last=False)
        return cast(AnOrder, order)
