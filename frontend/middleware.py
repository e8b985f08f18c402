"""What holds of every answer: how it may be kept, and a page where no view was reached or nothing said."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

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


def kept_by_nobody(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """What is made for one viewer alone is stored by no cache and no browser: all that is answered to a
    player, and every form, whose token is one browser's. What strangers get alike may be kept, for them.

    An answer that says itself how it may be kept, like a file, is left as it is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        if "Cache-Control" not in answer:
            patch_vary_headers(answer, ("Cookie",))
            if settings.SESSION_COOKIE_NAME in request.COOKIES or answer.cookies:
                answer["Cache-Control"] = "private, no-store"
        return answer

    return middleware


def page_for_bare_refusals(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """What views refuse by their method is answered without a body, and no handler is asked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        bare = answer.status_code == 405 and not answer.streaming and not answer.content
        return method_not_allowed(request, answer) if bare else answer

    return middleware
