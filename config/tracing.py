"""The two outermost middlewares: an id for each request, and the numbers and times of answers."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from secrets import token_hex
from typing import Final

from django.http import HttpRequest, HttpResponse

from competitions.metrics import REQUESTS, SECONDS, route_of

REQUEST_ID: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the request that is being answered; None outside of requests. Log lines and the answer
have this id, so that an operator finds the log lines of a request."""

REQUEST_ID_HEADER: Final = "X-Request-ID"

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def identified(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request an id, and add it to the answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request_id = token_hex(8)
        before = REQUEST_ID.set(request_id)
        try:
            answer = answer_to(request)
        finally:
            REQUEST_ID.reset(before)
        answer[REQUEST_ID_HEADER] = request_id
        return answer

    return middleware


def measured(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Count and time each answer, by its route."""

    def middleware(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        answer = answer_to(request)
        route = route_of(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, answer.status_code).inc()
        SECONDS.labels(route).observe(time.perf_counter() - begun)
        return answer

    return middleware
