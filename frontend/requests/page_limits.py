"""The API's limits for pages: what a page does counts like the same API request."""

import math
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import SAFE_METHODS

from competitions.http import throttling

from ..views.errors import too_many_requests
from .viewers import player_of

PageView = Callable[..., HttpResponse]


def limited(scope: str, *, strangers: str | None = None) -> Callable[[PageView], PageView]:
    """Answers 429 to a form that is sent more often than the limit `scope` allows; reading is free.

    `strangers` is the limit for visitors who become players by sending the form.
    """

    def seconds(request: HttpRequest) -> float:
        if request.method in SAFE_METHODS:
            return 0.0
        return throttling.seconds_to_wait(
            request, strangers if strangers and player_of(request) is None else scope
        )

    return _refusing(seconds)


def charged(cost: Callable[[HttpRequest], float]) -> Callable[[PageView], PageView]:
    """Answers 429 to callers who have asked for too much work; `cost` gives a request's, in milliseconds."""

    def seconds(request: HttpRequest) -> float:
        ms = cost(request)
        return throttling.seconds_to_wait(request, throttling.WORK, ms) if ms else 0.0

    return _refusing(seconds)


def too_much(request: HttpRequest, ms: float) -> HttpResponse | None:
    """The refusal for a caller who has asked for too much work; None for others, whose work is counted."""
    seconds = throttling.seconds_to_wait(request, throttling.WORK, ms)
    return too_many_requests(request, max(1, math.ceil(seconds))) if seconds else None


def _refusing(seconds: Callable[[HttpRequest], float]) -> Callable[[PageView], PageView]:
    def limit(view: PageView) -> PageView:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            if wait := seconds(request):
                return too_many_requests(request, max(1, math.ceil(wait)))
            return view(request, *args, **named)

        return limited_view

    return limit
