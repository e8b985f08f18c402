"""Limits that no person reaches: on how often something is done, and on how much work it makes.

Each holds for a player and, more generously, for an address, whatever token the request has. The rates are
in the setting `LIMITS`.
"""

import logging
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from .buckets import OutOfReach, Rate, Taken, buckets
from .networks import network_of
from .quotas import Counted, note

logger = logging.getLogger(__name__)

WORK: Final = "work"
"""The limit that is counted in milliseconds of work."""


class WriteThrottle(BaseThrottle):
    """Counts writing requests against the limit that the view's `throttle_scope` names; reading is free."""

    seconds = 0.0

    def allow_request(self, request: Request, view: object) -> bool:
        scope = getattr(view, "throttle_scope", None)
        if scope is not None and request.method not in SAFE_METHODS:
            self.seconds = seconds_to_wait(request, scope)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def charge(request: Request, ms: float) -> None:
    """Count work before it is done, in milliseconds of a processor; raises Throttled if it is too much."""
    if ms and (seconds := seconds_to_wait(request, WORK, ms)):
        raise Throttled(seconds)


def seconds_to_wait(request: HttpRequest | Request, scope: str, cost: float = 1) -> float:
    """Count one more request, or what it costs; 0 if it is allowed, else the seconds until it would be.

    If the counts cannot be reached, the request is let through: limits are there
    to protect play, and must not stop it.
    """
    limits = settings.LIMITS[scope]
    at_once_s = limits.get("at_once_s", 60)
    try:
        # The player first: a player who is refused uses up nothing of others at the same address.
        for who, key in (("player", _player(request)), ("address", address_of(request))):
            if who in limits and key is not None:
                a_second = limits[who] / 60
                rate = Rate(a_second, a_second * at_once_s)
                taken = buckets().take(f"{scope}:{who}:{key}", rate, cost)
                _tell(request, scope, who, rate, taken)
                if taken.wait:
                    return taken.wait
    except OutOfReach as error:
        logger.warning("requests are not counted: %s", error)
    return 0.0


def _tell(request: HttpRequest | Request, scope: str, who: str, rate: Rate, taken: Taken) -> None:
    """Have the answer tell what was counted; of work only that it is too much, if it is."""
    if scope != WORK:
        note(request, Counted(scope if who == "player" else f"{scope}-{who}", rate, taken))
    elif taken.wait:
        note(request, Counted(scope, None, taken))


def _player(request: HttpRequest | Request) -> str | None:
    player = request.user
    return player.pk if player is not None and player.is_authenticated else None


def address_of(request: HttpRequest | Request) -> str:
    """The address that a request comes from; for an IPv6 address, the network of its household.

    Behind `NUM_PROXIES` proxies it is the address that the outermost of them has seen.
    """
    return str(network_of((BaseThrottle().get_ident(request) or "")[:100]))
