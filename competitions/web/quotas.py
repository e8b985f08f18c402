"""What a client is told of the limits that it was counted against, so that it need not run into them.

These are the fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11. A bucket
that fills as time goes by is told as what is left in it, and how long it takes to gain as much: a client that
spreads what is left over this time stays below the limit for ever. A client that was refused is told when
there is enough.
"""

from collections.abc import Mapping
from math import ceil
from typing import Final, NamedTuple

from django.http import HttpRequest
from rest_framework.request import Request

from .buckets import Rate, Taken


class CountedLimit(NamedTuple):
    """A limit that a request was counted against, and what came of it."""

    policy: str
    rate: Rate | None
    """None if it counts something else than requests, which the fields have no unit for."""
    taken: Taken

    @property
    def allowed(self) -> str | None:
        if self.rate is None:
            return None
        window = round(self.rate.at_once / self.rate.a_second)
        return f'"{self.policy}";q={int(self.rate.at_once)};w={window}'

    @property
    def left(self) -> str:
        if self.rate is None or self.taken.wait:
            return f'"{self.policy}";r=0;t={whole_seconds(self.taken.wait)}'
        left = int(self.taken.left)
        return f'"{self.policy}";r={left};t={whole_seconds(max(left, 1) / self.rate.a_second)}'


COUNTED: Final = "evendeal.counted"
"""What a request was counted as, in its `META`, which the REST framework shares with Django."""


def whole_seconds(seconds: float) -> int:
    """At least one, and never too few."""
    return max(1, ceil(seconds))


def note_counted(request: HttpRequest | Request, counted: CountedLimit) -> None:
    """Remember for the answer that the request was counted."""
    request.META.setdefault(COUNTED, []).append(counted)


def rate_limit_fields(request: HttpRequest | Request) -> Mapping[str, str]:
    """The header fields of the answer; none if the request was not counted."""
    counted: list[CountedLimit] = request.META.get(COUNTED, [])
    if not counted:
        return {}
    fields = {"RateLimit": ", ".join(each.left for each in counted)}
    if policies := [each.allowed for each in counted if each.allowed]:
        fields["RateLimit-Policy"] = ", ".join(policies)
    return fields
