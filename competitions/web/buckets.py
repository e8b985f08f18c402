"""Allowances that are used up and fill again as time goes by: in this process, or in Redis for all processes.

A full bucket need not be stored: nothing is kept for callers who have been quiet for a while.
"""

import functools
import heapq
import threading
from time import monotonic
from typing import Final, NamedTuple, Protocol

from django.conf import settings

REMEMBERED: Final = 50_000
"""How many buckets a process keeps, of about 300 bytes each."""

NO_TIME_S: Final = 1e-6
"""A shorter wait counts as none: it is only a rounding error."""


class Rate(NamedTuple):
    """How fast a bucket fills, and how much it holds."""

    a_second: float
    at_once: float


class Taken(NamedTuple):
    """What came of taking something out of a bucket."""

    wait: float
    """The seconds to wait, as nothing was taken; 0 if it was."""
    left: float
    """What is in the bucket now."""


class OutOfReach(Exception):
    """The buckets are elsewhere, and do not answer."""


class Buckets(Protocol):
    def take(self, key: str, rate: Rate, cost: float) -> Taken:
        """Take `cost` out of a bucket, or nothing if it has less; raises OutOfReach.

        A cost that is larger than the bucket is let through when the bucket is full, and paid off afterwards.
        One below 0 is put back, up to a full bucket.
        """


class LocalBuckets:
    """The buckets of this process. Threads share them.

    When there are too many, those that would be full the soonest are forgotten. So a caller who was
    refused is remembered, however many others come.
    """

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self.remembered = remembered
        self.changing = threading.Lock()
        self.full_at: dict[str, float] = {}
        self.soonest: list[tuple[float, str]] = []
        """A heap of every key with its `full_at`, which may have grown since the key was put there."""

    def take(self, key: str, rate: Rate, cost: float) -> Taken:
        now = monotonic()
        with self.changing:
            full_at = max(now, self.full_at.get(key, now))
            wait = full_at - now + (min(cost, rate.at_once) - rate.at_once) / rate.a_second
            if wait > NO_TIME_S:
                return Taken(wait, left_in(rate, full_at - now))
            full_at = max(now, full_at + cost / rate.a_second)
            self._remember(key, full_at)
        return Taken(0.0, left_in(rate, full_at - now))

    def owe(self, key: str, rate: Rate, cost: float) -> None:
        """Take `cost` out of a bucket, whatever it has; it owes what it does not have."""
        now = monotonic()
        with self.changing:
            self._remember(key, max(now, self.full_at.get(key, now)) + cost / rate.a_second)

    def in_debt_s(self, key: str, rate: Rate) -> float:
        """The seconds until a bucket owes nothing any more."""
        now = monotonic()
        debt_s = self.full_at.get(key, now) - now - rate.at_once / rate.a_second
        return debt_s if debt_s > NO_TIME_S else 0.0

    def _remember(self, key: str, full_at: float) -> None:
        if key not in self.full_at:
            heapq.heappush(self.soonest, (full_at, key))
        self.full_at[key] = full_at
        if len(self.full_at) > self.remembered:
            self._forget_one()

    def _forget_one(self) -> None:
        """Forget the bucket that would be full the soonest. Taking from a bucket makes its time later."""
        while True:
            looked_at, key = self.soonest[0]
            if self.full_at[key] == looked_at:
                heapq.heappop(self.soonest)
                del self.full_at[key]
                return
            heapq.heapreplace(self.soonest, (self.full_at[key], key))


def left_in(rate: Rate, full_in_s: float) -> float:
    """What is in a bucket that will be full in so many seconds."""
    return max(0.0, rate.at_once - full_in_s * rate.a_second)


@functools.cache
def own_buckets() -> LocalBuckets:
    """Of what is counted for each process alone."""
    return LocalBuckets()


@functools.cache
def buckets() -> Buckets:
    if not settings.REDIS_URL:
        return LocalBuckets()
    # Imported where it is used: Redis's client takes a tenth of a start.
    from .buckets_in_redis import RedisBuckets

    return RedisBuckets(settings.REDIS_URL)
