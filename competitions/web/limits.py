"""Limits on requests and on work. Nobody reaches them by playing.

Most limits of the setting `LIMITS` hold for a player, and in a more generous form for an address, whatever
tokens its requests have. These limits count writing requests; a view names its limit in `throttle_scope`. Two
limits count milliseconds of processor time. `work` counts them before the work is done, from the estimates in
`costs`. `reading` counts them afterwards, as measured. A caller who has read too much must wait before the
next reading.

The header fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) of an answer
say how many requests are left: `r` now, and `t` seconds later `r` more. A client that spreads `r` requests
over `t` seconds never meets the limit. A refusal says after how many seconds to try again.
"""

import logging
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from .buckets import OutOfReach, Rate, Taken, buckets, own_buckets
from .networks import client_of, network_of

logger = logging.getLogger(__name__)

WORK: Final = "work"
READING: Final = "reading"

CHARGED_MS: Final = "evendeal.charged_ms"
"""The key in a request's `META` for the milliseconds of work that were charged. `META` is used because the
REST framework shares it with Django."""

COUNTED: Final = "evendeal.counted"
"""The key in a request's `META` for the list of CountedLimits that `_note` fills. The header fields about
limits are made from this list."""

FOR_THE_BARRED: Final = frozenset(
    {"guests", "passes", "tickets", "codes", "tokens", "passwords", "mails", "notices"}
)
"""Suspended and banned players may use views with these limits, to stay signed in and to manage what concerns
only themselves. A view may allow them more methods in its `for_the_barred`."""


class CountedLimit(NamedTuple):
    """A limit that a request was counted against, and the outcome."""

    policy: str
    rate: Rate | None
    """The rate of the limit. None for a limit in milliseconds, since the header fields have no unit for
    these."""
    taken: Taken

    @property
    def allowed(self) -> str | None:
        """The item for the header field `RateLimit-Policy`. None for a limit in milliseconds."""
        if self.rate is None:
            return None
        window = round(self.rate.at_once / self.rate.a_second)
        return f'"{self.policy}";q={int(self.rate.at_once)};w={window}'

    @property
    def left(self) -> str:
        """The item for the header field `RateLimit`."""
        if self.rate is None or self.taken.wait:
            return f'"{self.policy}";r=0;t={whole_seconds(self.taken.wait)}'
        left = int(self.taken.left)
        return f'"{self.policy}";r={left};t={whole_seconds(max(left, 1) / self.rate.a_second)}'


class Throttle(BaseThrottle):
    """Counts writing requests against the view's limit. Refuses reading requests of a caller who has read too
    much."""

    seconds = 0.0

    def allow_request(self, request: Request, view: object) -> bool:
        limit = limit_of(view)
        if request.method in SAFE_METHODS:
            self.seconds = seconds_in_debt(request)
        elif limit is not None:
            self.seconds = seconds_to_wait(request, limit)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def limit_of(view: object) -> str | None:
    """The limit that counts writing requests to a view; None if there is none."""
    return getattr(view, "throttle_scope", None)


def is_for_the_barred(view: object, method: str | None) -> bool:
    """Whether suspended and banned players may use this method of a view."""
    return limit_of(view) in FOR_THE_BARRED or method in getattr(view, "for_the_barred", ())


def charge(request: Request, ms: float) -> None:
    """Count `ms` milliseconds of work before it is done. Raises Throttled if the caller asks for too much."""
    if ms:
        count_against(request, WORK, ms)


def count_against(request: Request, limit: str, cost: float = 1) -> None:
    """Count a request against one more limit. Raises Throttled if the limit is exceeded."""
    if seconds := seconds_to_wait(request, limit, cost):
        raise Throttled(seconds)


def seconds_to_wait(request: HttpRequest | Request, limit: str, cost: float = 1) -> float:
    """Count a request against a limit. Return 0 if the request is allowed, otherwise the seconds until it
    will be allowed."""
    for policy, key, rate in _buckets_of(request, limit):
        taken = _take(key, rate, cost)
        _note(request, limit, policy, rate, taken)
        if taken.wait:
            return taken.wait
    if limit == WORK:
        request.META[CHARGED_MS] = request.META.get(CHARGED_MS, 0.0) + cost
    return 0.0


def _take(key: str, rate: Rate, cost: float) -> Taken:
    """Take `cost` out of the bucket with this key, which all processes share in Redis. On a site without
    Redis, and while Redis does not answer, each process has a bucket of its own."""
    try:
        return buckets().take(key, rate, cost)
    except OutOfReach as error:
        logger.warning("each process counts requests by itself: %s", error)
        return own_buckets().take(key, rate, cost)


def owe(request: HttpRequest, ms: float) -> None:
    """Count the `ms` milliseconds that reading took, minus those that the request was already charged for."""
    if (more := ms - request.META.get(CHARGED_MS, 0.0)) > 0:
        for _, key, rate in _buckets_of(request, READING):
            own_buckets().owe(key, rate, more)


def seconds_in_debt(request: HttpRequest | Request) -> float:
    """The seconds until the caller may read again; 0 if the caller may read now."""
    for policy, key, rate in _buckets_of(request, READING):
        if wait := own_buckets().in_debt_s(key, rate):
            _note(request, READING, policy, rate, Taken(wait, 0.0))
            return wait
    return 0.0


def rate_limit_fields(request: HttpRequest | Request) -> Mapping[str, str]:
    """The header fields that say how many requests are left. No fields if no limit counted the request."""
    counted: list[CountedLimit] = request.META.get(COUNTED, [])
    if not counted:
        return {}
    fields = {"RateLimit": ", ".join(each.left for each in counted)}
    if policies := [each.allowed for each in counted if each.allowed]:
        fields["RateLimit-Policy"] = ", ".join(policies)
    return fields


def whole_seconds(seconds: float) -> int:
    """The seconds rounded up, at least 1."""
    return max(1, ceil(seconds))


def address_of(request: HttpRequest | Request) -> str:
    """The address of the caller. For IPv6, this is the network of the caller's household.

    Behind `NUM_PROXIES` proxies, this is the address that the outermost proxy saw.
    """
    peer, forwarded = request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", "")
    return str(network_of(client_of(peer, forwarded, api_settings.NUM_PROXIES or 0)))


def _buckets_of(request: HttpRequest | Request, limit: str) -> Iterator[tuple[str, str, Rate]]:
    """Yield the policy, key and rate of each bucket of a limit: first the player's bucket, then that of the
    address.

    The player's bucket comes first, so that a refused player takes nothing from others at the same address.
    """
    rates = settings.LIMITS[limit]
    for who, policy, key in (
        ("player", limit, _player_id(request)),
        ("address", f"{limit}-address", address_of(request)),
    ):
        if who in rates and key is not None:
            a_second = rates[who] / 60
            yield policy, f"{limit}:{who}:{key}", Rate(a_second, a_second * rates.get("at_once_s", 60))


def _note(request: HttpRequest | Request, limit: str, policy: str, rate: Rate, taken: Taken) -> None:
    """Note in the request that a limit has counted it, for the header fields. If the limit is `work` or
    `reading`, note only a refusal."""
    counted = request.META.setdefault(COUNTED, [])
    if limit not in (WORK, READING):
        counted.append(CountedLimit(policy, rate, taken))
    elif taken.wait:
        counted.append(CountedLimit(limit, None, taken))


def _player_id(request: HttpRequest | Request) -> str | None:
    player = request.user
    return player.pk if player is not None and player.is_authenticated else None
