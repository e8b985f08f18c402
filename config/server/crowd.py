"""All connections: how many there are, from which networks, and which one is closed to make room.

When the process has as many connections as it may have, it closes an idle one for each new one. Among the
connections of the network with the most idle ones, it closes the one that has been idle for longest.
Kept-alive connections and half-sent requests are idle; a browser simply opens another. Sockets, and requests
that wait for an answer, are not closed. So a client with many unused connections loses only its own.
"""

from collections import Counter, OrderedDict
from typing import Any

from twisted.internet.error import ConnectionAborted
from twisted.python.failure import Failure

from competitions.web.networks import Network

from . import limits
from .budgets import Budget

Transport = Any


class Crowd:
    def __init__(self, most: int, most_sockets: int) -> None:
        self.most = most
        self.most_sockets = most_sockets
        """How many sockets and streams one network may have open. All clients behind a proxy share this
        limit, even behind one on this machine, unless TRUSTED_PROXIES counts the proxy."""
        self.all: dict[Transport, Network] = {}
        self._idle: dict[Network, dict[Transport, None]] = {}
        """The idle connections of each network, the one that has been idle for longest first."""
        self._sockets: dict[Transport, Network] = {}
        self._sockets_of: Counter[Network] = Counter()
        self._openings: OrderedDict[Network, Budget] = OrderedDict()

    def has_room(self) -> bool:
        """Whether there is room for another connection. Closes an idle one if necessary."""
        if len(self.all) < self.most:
            return True
        if not self._idle:
            return False
        most_idle = max(self._idle.values(), key=len)
        longest = next(iter(most_idle))
        self.forget(longest)
        # Twisted would abort the connection only in the next turn of the event loop, when a burst may have
        # used up all descriptors.
        longest.connectionLost(Failure(ConnectionAborted()))
        return True

    def come(self, transport: Transport, network: Network) -> None:
        self.all[transport] = network
        self.wait_for(transport)

    def wait_for(self, transport: Transport) -> None:
        """Count the connection as idle: we wait for its client."""
        if transport in self.all:
            self._idle.setdefault(self.all[transport], {})[transport] = None

    def attend(self, transport: Transport) -> None:
        """No longer count the connection as idle: its client waits for us."""
        if transport in self.all:
            network = self.all[transport]
            waiting = self._idle.get(network, {})
            waiting.pop(transport, None)
            if not waiting:
                self._idle.pop(network, None)

    def seat(self, transport: Transport, network: Network, now: float) -> bool:
        """Count a socket or stream of `network`. Return False if the network has too many, or opens them too
        fast."""
        if self._sockets_of[network] >= self.most_sockets or not self._may_open(network, now):
            return False
        self._sockets[transport] = network
        self._sockets_of[network] += 1
        return True

    def _may_open(self, network: Network, now: float) -> bool:
        budget = self._openings.setdefault(network, Budget(*limits.OPENINGS_OF_A_NETWORK))
        self._openings.move_to_end(network)
        if len(self._openings) > limits.NETWORKS_REMEMBERED:
            self._openings.popitem(last=False)
        return budget.spend(1, now)

    def forget(self, transport: Transport) -> None:
        """Forget a closed connection."""
        self.attend(transport)
        self.all.pop(transport, None)
        self.unseat(transport)

    def unseat(self, transport: Transport) -> None:
        """Stop counting the connection as a socket, if it counts as one."""
        network = self._sockets.pop(transport, None)
        if network is not None:
            self._sockets_of[network] -= 1
            if not self._sockets_of[network]:
                del self._sockets_of[network]

    def idle(self) -> list[Transport]:
        return [transport for waiting in self._idle.values() for transport in waiting]
