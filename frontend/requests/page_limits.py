"""Applies the API's limits to pages: a form counts like the API request that does the same."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS

from competitions.people.bans import barring
from competitions.refusals import Refusal
from competitions.web import limits

from ..errors.error_pages import for_the_shut_out, not_while_barred, too_many_requests
from .viewers import player_of

PageView = Callable[..., HttpResponse]


def limited(scope: str, *, strangers: str | None = None) -> Callable[[PageView], PageView]:
    """Answer 429 to forms beyond the limit `scope`; reading is free. Suspended and banned players may
    send only forms with a limit in `limits.FOR_THE_BARRED`; if a player is suspended or banned while the view
    runs, the view's refusal is shown in the same way.

    `strangers` is the limit for visitors who become players by sending the form.
    """

    def seconds(request: HttpRequest) -> float:
        if request.method in SAFE_METHODS:
            return 0.0
        return limits.seconds_to_wait(
            request, strangers if strangers and player_of(request) is None else scope
        )

    def limit(view: PageView) -> PageView:
        counted = _refusing(seconds)(view)

        @wraps(view)
        def limited_view(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            writes = request.method not in SAFE_METHODS and scope not in limits.FOR_THE_BARRED
            player = player_of(request) if writes else None
            if player is not None and (refusal := barring(player, timezone.now())):
                return not_while_barred(request, refusal)
            try:
                return counted(request, *args, **named)
            except Refusal as refusal:
                if (answer := for_the_shut_out(request, refusal)) is None:
                    raise
                return answer

        return limited_view

    return limit


def limited_guesses(scope: str, field: str) -> Callable[[PageView], PageView]:
    """Count each request with the query parameter `field` as a guess; answer 429 beyond the limit `scope`."""

    def seconds(request: HttpRequest) -> float:
        return limits.seconds_to_wait(request, scope) if field in request.GET else 0.0

    return _refusing(seconds)


def charged(cost: Callable[[HttpRequest], float]) -> Callable[[PageView], PageView]:
    """Answer 429 to callers who asked for too much work; `cost` gives a request's work in milliseconds."""

    def seconds(request: HttpRequest) -> float:
        ms = cost(request)
        return limits.seconds_to_wait(request, limits.WORK, ms) if ms else 0.0

    return _refusing(seconds)


def too_much(request: HttpRequest, ms: float) -> HttpResponse | None:
    """Count `ms` milliseconds of work for the caller. Return the refusal if that is too much, else None."""
    seconds = limits.seconds_to_wait(request, limits.WORK, ms)
    return too_many_requests(request, limits.whole_seconds(seconds)) if seconds else None


def _refusing(seconds: Callable[[HttpRequest], float]) -> Callable[[PageView], PageView]:
    def limit(view: PageView) -> PageView:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            if wait := seconds(request):
                return too_many_requests(request, limits.whole_seconds(wait))
            return view(request, *args, **named)

        return limited_view

    return limit
