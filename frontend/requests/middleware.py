"""What is true of every answer: how it may be kept, and that a refusal is a page that people can read."""

from collections.abc import Callable
from time import thread_time

from django.http import Http404, HttpRequest, HttpResponse
from rest_framework.permissions import SAFE_METHODS
from whitenoise.middleware import WhiteNoiseMiddleware

from competitions.refusals import Refusal
from competitions.web import limits
from competitions.web.caching import NOWHERE
from competitions.web.costs import LARGEST_BODY

from ..errors.error_pages import method_not_allowed, standings_unread, too_large, too_many_requests
from .viewers import note_use

Answering = Callable[[HttpRequest], HttpResponse]
"""What answers requests: a view with the middlewares around it."""


def no_large_bodies(answer_to: Answering) -> Answering:
    """Refuses a body that is larger than the contract allows (/guides/contract#rest) before any of it is
    read. Its length is always known here: `config.server.guard` counts a body that announces none."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        large = length.isdecimal() and int(length) > LARGEST_BODY
        return too_large(request) if large else answer_to(request)

    return middleware


def kept_by_nobody(answer_to: Answering) -> Answering:
    """Keeps caches and browsers from storing pages: much of a page is for one viewer alone, and every
    countdown begins at the server's time in it. The whole rule is in `competitions.web.caching`.

    An answer that already says how it may be kept, like a file, stays as it is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        answer.setdefault("Cache-Control", NOWHERE.cache_control)
        return answer

    return middleware


def static_files(answer_to: Answering) -> Answering:
    """Serves the files that were there when the process started. One that is there no longer, as after a
    build under a running process, is not found."""
    serving: Answering = WhiteNoiseMiddleware(answer_to)

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            return serving(request)
        except FileNotFoundError:
            raise Http404 from None

    return middleware


def reading_is_paid(answer_to: Answering) -> Answering:
    """Counts how much processor time each reader takes, and refuses pages to readers who have taken too much.
    The API refuses by itself, once it knows its caller. A refusal is free."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE_METHODS:
            return answer_to(request)
        if not request.path.startswith("/api/") and (seconds := limits.seconds_in_debt(request)):
            return too_many_requests(request, limits.whole_seconds(seconds))
        began = thread_time()
        answer = answer_to(request)
        if answer.status_code != 429:
            limits.owe(request, (thread_time() - began) * 1000)
        return answer

    return middleware


def uses_are_noted(answer_to: Answering) -> Answering:
    """Notes which browser a player has used, where the request has told who they are."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        if request.session.accessed:
            note_use(request)
        return answer

    return middleware


class PageForUnreadStandings:
    """Answers for pages whose standings another thread reads just now."""

    def __init__(self, answer_to: Answering) -> None:
        self._answer_to = answer_to

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._answer_to(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Refusal) and error.code == "unavailable":
            return standings_unread(request, error)
        return None


def page_for_bare_refusals(answer_to: Answering) -> Answering:
    """Adds a page to the refusal of a method: Django's views answer with an empty one, and ask no handler."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        bare = answer.status_code == 405 and not answer.streaming and not answer.content
        return method_not_allowed(request, answer) if bare else answer

    return middleware
