"""Token buckets for limits. A bucket empties with use and fills with time. The buckets are in this process,
or in Redis for all processes.

A bucket is stored as the moment when it will be full. A full bucket is not stored.
"""

import functools
import heapq
import threading
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings

from ..outages import Rest

REMEMBERED: Final = 50_000
"""The greatest number of buckets that a process keeps. A bucket takes about 200 bytes."""

ROUNDING_S: Final = 1e-6
"""A shorter wait, in seconds, is a rounding error and counts as no wait."""

REDIS_TIMEOUT_S: Final = 1.0


class Rate(NamedTuple):
    """How much flows into a bucket each second, and how much a full bucket holds."""

    a_second: float
    at_once: float


class Taken(NamedTuple):
    """The outcome of taking something out of a bucket."""

    wait: float
    """The seconds to wait if nothing was taken; 0 if something was taken."""
    left: float
    """How much the bucket holds now."""

    @classmethod
    def of(cls, rate: Rate, wait: float, full_in_s: float) -> "Taken":
        return cls(wait, max(0.0, rate.at_once - full_in_s * rate.a_second))


class OutOfReach(Exception):
    """Redis did not answer."""


class LocalBuckets:
    """The buckets of this process, which its threads share.

    If there are too many buckets, the fuller half is forgotten. So a caller who was refused stays remembered,
    even if many other callers come.
    """

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self.remembered = remembered
        self.changing = threading.Lock()
        self.full_at: dict[str, float] = {}

    def take(self, key: str, rate: Rate, cost: float) -> Taken:
        """Take `cost` out of a bucket. If the bucket holds less and is not full, take nothing.

        If a full bucket holds less than `cost`, it owes the rest, and the next callers wait longer. A
        negative `cost` puts something back, at most until the bucket is full.
        """
        now = monotonic()
        with self.changing:
            full_at = max(now, self.full_at.get(key, now))
            wait = full_at - now + (min(cost, rate.at_once) - rate.at_once) / rate.a_second
            if wait > ROUNDING_S:
                return Taken.of(rate, wait, full_at - now)
            full_at = max(now, full_at + cost / rate.a_second)
            self._remember(key, full_at)
        return Taken.of(rate, 0.0, full_at - now)

    def owe(self, key: str, rate: Rate, cost: float) -> float:
        """Take `cost` out of a bucket even if the bucket holds less. Then the bucket owes the rest. Return
        the seconds until it owes nothing."""
        now = monotonic()
        with self.changing:
            self._remember(key, max(now, self.full_at.get(key, now)) + cost / rate.a_second)
        return self.in_debt_s(key, rate)

    def in_debt_s(self, key: str, rate: Rate) -> float:
        """The seconds until a bucket owes nothing; 0 if it owes nothing now."""
        now = monotonic()
        return max(0.0, round(self.full_at.get(key, now) - now - rate.at_once / rate.a_second, 6))

    def _remember(self, key: str, full_at: float) -> None:
        self.full_at[key] = full_at
        if len(self.full_at) > self.remembered:
            emptier = heapq.nlargest(self.remembered // 2, self.full_at, key=self.full_at.__getitem__)
            self.full_at = {each: self.full_at[each] for each in emptier}


class RedisBuckets:
    """The buckets of all processes. Redis forgets a bucket when it is full. All times are those of the clock
    of Redis, since the clocks of the processes may differ."""

    TAKE: Final = """
        local a_second, at_once, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
        local time = redis.call('TIME')
        local now = time[1] + time[2] / 1000000
        local full_at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
        local wait = full_at - now + (math.min(cost, at_once) - at_once) / a_second
        if wait > 0.000001 then
            return {tostring(wait), tostring(full_at - now)}
        end
        full_at = full_at + cost / a_second
        if full_at <= now then
            redis.call('DEL', KEYS[1])
            return {'0', '0'}
        end
        redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
        return {'0', tostring(full_at - now)}
    """

    def __init__(self, url: str) -> None:
        # The import is here, because a site without Redis does not need it. It would take a tenth of the
        # start-up time of such a site.
        import redis

        self.error = redis.RedisError
        server = redis.Redis.from_url(
            url, socket_timeout=REDIS_TIMEOUT_S, socket_connect_timeout=REDIS_TIMEOUT_S
        )
        self.script = server.register_script(self.TAKE)
        self.rest = Rest()

    def take(self, key: str, rate: Rate, cost: float) -> Taken:
        """Do what `LocalBuckets.take` does. Raises OutOfReach if Redis does not answer, or did not answer a
        moment ago."""
        if not self.rest.may_ask():
            raise OutOfReach("it did not answer a moment ago")
        try:
            wait, full_in = map(float, self.script(keys=[f"limit:{key}"], args=[*rate, cost]))
        except self.error as error:
            self.rest.failed()
            raise OutOfReach(type(error).__name__) from error
        self.rest.answered()
        return Taken.of(rate, wait, full_in)


@functools.cache
def own_buckets() -> LocalBuckets:
    """The buckets that each process has for itself, even on a site with Redis."""
    return LocalBuckets()


@functools.cache
def buckets() -> LocalBuckets | RedisBuckets:
    """The buckets that all processes share in Redis. On a site without Redis, they are in this process."""
    return RedisBuckets(settings.REDIS_URL) if settings.REDIS_URL else LocalBuckets()
