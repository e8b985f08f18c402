"""The buckets of all processes, in Redis."""

from typing import Final

import redis

from .buckets import OutOfReach, Rate, Taken, left_in

TIMEOUT_S: Final = 1.0


class RedisBuckets:
    """Redis forgets each bucket when it is full, and only its clock counts."""

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
        server = redis.Redis.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
        self.script = server.register_script(self.TAKE)

    def take(self, key: str, rate: Rate, cost: float) -> Taken:
        try:
            wait, full_in = map(float, self.script(keys=[f"limit:{key}"], args=[*rate, cost]))
        except redis.RedisError as error:
            raise OutOfReach(type(error).__name__) from error
        return Taken(wait, left_in(rate, full_in))
