"""The order in which connections are read: those of one network wait in a line, one behind another.

Without lines, a burst of requests would fill the event loop before the first of them reaches a thread. So in
each turn of the loop only a few connections of a network are read, and none while many requests of the
network wait for answers. The data of connections that wait in line is kept.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from competitions.web.networks import Network

from . import limits
from .budgets import Budget

Transport = Any


class Waiting(Protocol):
    def go_on(self) -> None:
        """Read the data of this connection, now that its turn has come."""

    def turn_away(self) -> None:
        """Refuse this connection, because its turn will not come."""


class Lines:
    """The lines of all networks: in each line, connections of one network wait to be read. `soon` calls a
    function in the next turn of the event loop."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        self._soon = soon
        self._looking = False
        """Whether `_begin_turn` will run in the next turn of the loop."""
        self._read: Counter[Network] = Counter()
        """How many connections of each network were read in this turn."""
        self._at_work: dict[Transport, Network] = {}
        self._at_work_of: Counter[Network] = Counter()
        self._lines: dict[Network, dict[Waiting, None]] = {}
        self._refusals: dict[Network, Budget] = {}
        """The budget of refusals for each network that has a line."""

    def may_read(self, network: Network) -> bool:
        """Whether a connection of this network may be read now. If so, count it as read in this turn."""
        if network in self._lines or not self._has_room(network):
            return False
        self._count(network)
        return True

    def wait(self, network: Network, waiting: Waiting, now: float) -> bool:
        """Put a connection in line. Return False if it must be refused. A connection that is in line already
        keeps its place."""
        line = self._lines.setdefault(network, {})
        if waiting not in line and len(line) >= limits.IN_LINE and self._may_refuse(network, now):
            return False
        line[waiting] = None
        self._look_soon()
        return True

    def _may_refuse(self, network: Network, now: float) -> bool:
        budget = self._refusals.setdefault(network, Budget(*limits.REFUSALS))
        return budget.spend(1, now)

    def leave(self, network: Network, waiting: Waiting) -> None:
        line = self._lines.get(network, {})
        line.pop(waiting, None)
        if not line:
            self._lines.pop(network, None)
            self._refusals.pop(network, None)

    def begin(self, transport: Transport, network: Network) -> None:
        """Count the complete request on this connection, which waits for its answer."""
        if transport not in self._at_work:
            self._at_work[transport] = network
            self._at_work_of[network] += 1

    def done(self, transport: Transport) -> None:
        """No longer count the request on this connection: its answer has begun, or the client has gone."""
        network = self._at_work.pop(transport, None)
        if network is not None:
            self._at_work_of[network] -= 1
            if not self._at_work_of[network]:
                del self._at_work_of[network]
            if network in self._lines:
                self._look_soon()

    def all(self) -> Iterator[Waiting]:
        """All waiting connections."""
        for line in list(self._lines.values()):
            yield from list(line)

    def _has_room(self, network: Network) -> bool:
        return self._at_work_of[network] < limits.AT_WORK and self._read[network] < limits.IN_A_TURN

    def _count(self, network: Network) -> None:
        self._read[network] += 1
        self._look_soon()

    def _look_soon(self) -> None:
        if not self._looking:
            self._looking = True
            self._soon(self._begin_turn)

    def _begin_turn(self) -> None:
        """Begin a turn of the loop: from each network's line, read as many connections as limits allow."""
        self._looking = False
        self._read.clear()
        for network in list(self._lines):
            while self._has_room(network) and (line := self._lines.get(network)):
                waiting = next(iter(line))
                self.leave(network, waiting)
                self._count(network)
                waiting.go_on()
