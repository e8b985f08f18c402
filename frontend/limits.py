"""The API's limits for the forms of pages: what a form does counts like the same request of a client."""

import math
from collections.abc import Callable
from functools import wraps
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from competitions.http.throttling import WriteThrottle

from .views.errors import too_many_requests


class _Form(NamedTuple):
    """What a throttle wants to know of a view."""

    throttle_scope: str


def limited(scope: str) -> Callable:
    """Answers 429 to a form that was sent more often than the rate named `scope` allows; reading is free."""

    def limit(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            throttle = WriteThrottle()
            if throttle.allow_request(request, _Form(scope)):
                return view(request, *args, **named)
            return too_many_requests(request, max(1, math.ceil(throttle.wait() or 1)))

        return limited_view

    return limit
