"""Answers for what reaches no view, or comes back from Django with nothing to read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from competitions.http.sizes import LARGEST_BODY

from .views.errors import method_not_allowed, too_large


def no_large_bodies(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """A body beyond the contract is refused before anything is read of it. Its length is always told here:
    `config.server.guard` counts what comes without."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        large = length.isdecimal() and int(length) > LARGEST_BODY
        return too_large(request) if large else answer_to(request)

    return middleware


def page_for_bare_refusals(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """What views refuse by their method is answered without a body, and no handler is asked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        bare = answer.status_code == 405 and not answer.streaming and not answer.content
        return method_not_allowed(request, answer) if bare else answer

    return middleware
