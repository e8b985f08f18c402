"""Limits that no person reaches: on how often something is done, and on how much work it makes.

Each holds for a player and, more generously, for an address, whatever token the request has. The rates are
in the setting `LIMITS`.

What costs much is counted in milliseconds of a processor: as `work` before it is done, where it is known what
it will cost; and as `reading` afterwards, whatever was read. A caller who has read too much waits until that
is paid.
"""

import logging
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from .buckets import OutOfReach, Rate, Taken, buckets, own_buckets
from .networks import client_of, network_of
from .quotas import CountedLimit, note_counted

logger = logging.getLogger(__name__)

WORK: Final = "work"
"""The limit of work that is counted before it is done."""

PAID_MS: Final = "evendeal.paid_ms"
"""What of that a request has come to so far, in its `META`, which the REST framework shares with Django."""

READING: Final = "reading"
"""The limit of what reading took. Each process counts what it took of its own time."""


FOR_THE_BARRED: Final = frozenset(
    {"guests", "passes", "tickets", "codes", "tokens", "passwords", "mails", "notices"}
)
"""The limits of what suspended and banned players may still do: stay signed in, and manage what concerns only
them. Nothing else is for them but the methods that a view names in `for_the_barred`."""


def is_for_the_barred(view: object, method: str | None) -> bool:
    """Whether a view lets those do this who are suspended or banned."""
    return limit_of(view) in FOR_THE_BARRED or method in getattr(view, "for_the_barred", ())


class Throttle(BaseThrottle):
    """Counts writing requests against the limit that the view's `throttle_scope` names, and refuses to read
    while what was read before is not paid."""

    seconds = 0.0

    def allow_request(self, request: Request, view: object) -> bool:
        scope = limit_of(view)
        if request.method in SAFE_METHODS:
            self.seconds = seconds_in_debt(request)
        elif scope is not None:
            self.seconds = seconds_to_wait(request, scope)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def limit_of(view: object) -> str | None:
    """The limit against which a view counts what is written; None where it counts nothing."""
    return getattr(view, "throttle_scope", None)


def charge(request: Request, ms: float) -> None:
    """Count work before it is done, in milliseconds of a processor; raises Throttled if it is too much."""
    if ms:
        count_against(request, WORK, ms)


def count_against(request: Request, scope: str, cost: float = 1) -> None:
    """Count one more request, or what it costs; raises Throttled if it is too much."""
    if seconds := seconds_to_wait(request, scope, cost):
        raise Throttled(seconds)


def seconds_to_wait(request: HttpRequest | Request, scope: str, cost: float = 1) -> float:
    """Count one more request, or what it costs; 0 if it is allowed, else the seconds until it would be.

    If the counts cannot be reached, the request is let through: limits are there
    to protect play, and must not stop it.
    """
    try:
        for who, key, rate in _counted(request, scope):
            taken = buckets().take(key, rate, cost)
            _tell(request, scope, who, rate, taken)
            if taken.wait:
                return taken.wait
        if scope == WORK:
            request.META[PAID_MS] = request.META.get(PAID_MS, 0.0) + cost
    except OutOfReach as error:
        logger.warning("requests are not counted: %s", error)
    return 0.0


def owe(request: HttpRequest, ms: float) -> None:
    """Count what reading took, in milliseconds of a processor, except what was counted as work before."""
    if (more := ms - request.META.get(PAID_MS, 0.0)) > 0:
        for _, key, rate in _counted(request, READING):
            own_buckets().owe(key, rate, more)


def seconds_in_debt(request: HttpRequest | Request) -> float:
    """The seconds until the caller has paid for what was read before; 0 if it is paid."""
    for who, key, rate in _counted(request, READING):
        if wait := own_buckets().in_debt_s(key, rate):
            _tell(request, READING, who, rate, Taken(wait, 0.0))
            return wait
    return 0.0


def _counted(request: HttpRequest | Request, scope: str) -> Iterator[tuple[str, str, Rate]]:
    """Whom a limit is counted for: the player and the address, each with the key of their bucket and its
    rate.

    The player comes first: a player who is refused uses up nothing of what others at the same address have.
    """
    limits = settings.LIMITS[scope]
    for who, key in (("player", _player(request)), ("address", address_of(request))):
        if who in limits and key is not None:
            a_second = limits[who] / 60
            yield who, f"{scope}:{who}:{key}", Rate(a_second, a_second * limits.get("at_once_s", 60))


def _tell(request: HttpRequest | Request, scope: str, who: str, rate: Rate, taken: Taken) -> None:
    """Note for the answer what was counted; of work only a refusal."""
    if scope not in (WORK, READING):
        note_counted(request, CountedLimit(scope if who == "player" else f"{scope}-{who}", rate, taken))
    elif taken.wait:
        note_counted(request, CountedLimit(scope, None, taken))


def _player(request: HttpRequest | Request) -> str | None:
    player = request.user
    return player.pk if player is not None and player.is_authenticated else None


def address_of(request: HttpRequest | Request) -> str:
    """The address that a request comes from; for an IPv6 address, the network of its household.

    Behind `NUM_PROXIES` proxies it is the address that the outermost of them has seen.
    """
    peer, forwarded = request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", "")
    return str(network_of(client_of(peer, forwarded, api_settings.NUM_PROXIES or 0)))
