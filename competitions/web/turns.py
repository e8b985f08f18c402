"""The threads that run requests.

A fixed number of requests run at once, each with at most one connection to the database. The others wait.
The clients' networks take turns, and the requests of one network keep their order. So one network delays
another by at most one request. If too many requests wait, one is refused: the new request, or the last
request of the network with the most waiting requests.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

from ..standings.long_work import never_wait_for_it
from .networks import Network

T = TypeVar("T")

SHARE: Final = 3 / 4
"""The greatest share of the threads that one network may have at once."""
MOST_WAITING: Final = 512
"""The greatest number of requests of one network that may wait. It is high because all pupils of a
school class, behind one router, may open a page at the same moment."""
MOST_WAITING_IN_ALL: Final = 2_048


class Busy(Exception):
    """Too many requests wait. Nothing was done, and the caller may try again soon."""


class Turns:
    """A few threads that answer requests. Networks with waiting requests take turns. Must be used from one
    event loop."""

    def __init__(
        self,
        threads: int,
        *,
        waiting: int = MOST_WAITING,
        waiting_in_all: int = MOST_WAITING_IN_ALL,
    ) -> None:
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix="request", initializer=never_wait_for_it
        )
        self._free = threads
        self._at_once = max(1, int(threads * SHARE))
        self._most_waiting, self._most_waiting_in_all = waiting, waiting_in_all
        self._running: Counter[Network] = Counter()
        self._lines: OrderedDict[Network, deque[asyncio.Future[None]]] = OrderedDict()
        """The waiting requests of each network. The network whose turn comes next is first."""
        self._waiting = 0

    async def run(self, network: Network, work: Callable[[], T]) -> T:
        """Run `work` in a thread when it is the network's turn, and return the result.

        Raises Busy if too many requests wait. Work that is cancelled while it waits is never run. Work that
        has begun keeps its thread until its end.
        """
        await self._turn(network)
        in_thread = database_sync_to_async(work, thread_sensitive=False, executor=self._threads)
        job = asyncio.ensure_future(in_thread())
        job.add_done_callback(partial(self._over, network))
        return await asyncio.shield(job)

    async def _turn(self, network: Network) -> None:
        """Wait until a thread is free for the network, and take that thread."""
        if self._free and self._running[network] < self._at_once:
            # This request overtakes nobody: the waiting requests belong to networks that have all the threads
            # they may have.
            self._begin(network)
            return
        self._make_room(network)
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(network, deque()).append(turn)
        self._waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            self._forget(network, turn)
            # if the request was given a thread just before the cancellation, the thread is given back
            if not turn.cancelled() and turn.exception() is None:
                self._leave(network)
            raise

    def _make_room(self, network: Network) -> None:
        """Make sure that one more request of the network may wait. Raises Busy if too many requests of the
        network wait already.

        If too many requests wait in all, the longest line gives way. If it is longer than the network's own
        line by at least two requests, its last request is refused. Otherwise, this raises Busy.
        """
        own = len(self._lines.get(network, ()))
        if own >= self._most_waiting:
            raise Busy
        if self._waiting < self._most_waiting_in_all:
            return
        greediest = max(self._lines, key=lambda each: len(self._lines[each]))
        if len(self._lines[greediest]) <= own + 1:
            raise Busy
        last = self._lines[greediest][-1]
        self._forget(greediest, last)
        if not last.done():  # if it is done, it was just cancelled, and needs no answer
            last.set_exception(Busy())

    def _begin(self, network: Network) -> None:
        self._free -= 1
        self._running[network] += 1

    def _over(self, network: Network, job: "asyncio.Future[Any]") -> None:
        if not job.cancelled():
            job.exception()  # marks the exception as seen, since the caller may be gone
        self._leave(network)

    def _leave(self, network: Network) -> None:
        """Give a thread back, and hand it to the next waiting request."""
        self._free += 1
        self._running[network] -= 1
        if not self._running[network]:
            del self._running[network]
        for each in list(self._lines):
            while self._running[each] < self._at_once and (line := self._lines.get(each)):
                turn = line[0]
                self._forget(each, turn)
                if not turn.done():  # if it is done, it was just cancelled, and needs no thread
                    self._begin(each)
                    turn.set_result(None)
                    if each in self._lines:
                        self._lines.move_to_end(each)
                    return

    def _forget(self, network: Network, turn: "asyncio.Future[None]") -> None:
        """Take a request out of its line, if it is still there."""
        line = self._lines.get(network, deque())
        if turn in line:
            line.remove(turn)
            self._waiting -= 1
        if not line:
            self._lines.pop(network, None)


TURNS: Final = Turns(settings.REQUESTS_AT_ONCE)
