"""Rules for every answer: caching headers, and pages in place of empty refusals."""

from time import thread_time

from django.http import Http404, HttpRequest, HttpResponse
from rest_framework.permissions import SAFE_METHODS
from whitenoise.middleware import WhiteNoiseMiddleware

from competitions.refusals import Refusal
from competitions.web import limits
from competitions.web.caching import NOWHERE
from competitions.web.costs import LARGEST_BODY
from competitions.web.languages import Answering

from ..errors.error_pages import method_not_allowed, standings_unread, too_large, too_many_requests
from .viewers import note_use


def no_large_bodies(answer_to: Answering) -> Answering:
    """Refuse a body larger than the contract allows (/guides/contract#rest) before it is read. For such a
    body, `config.server.guard` has set a CONTENT_LENGTH above the limit, even if the client sent none."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        large = length.isdecimal() and int(length) > LARGEST_BODY
        return too_large(request) if large else answer_to(request)

    return middleware


def kept_by_nobody(answer_to: Answering) -> Answering:
    """Tell caches and browsers not to store pages. Much of a page is for one viewer, and countdowns would be
    wrong in a stored page, because they begin when the page is written. The rules for all answers are in
    `competitions.web.caching`.

    An answer that already says how it may be stored, like a file, stays as it is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        answer.setdefault("Cache-Control", NOWHERE.cache_control)
        return answer

    return middleware


def static_files(answer_to: Answering) -> Answering:
    """Serve the files that existed when the process started. A file that has been removed since, for example
    by a build, is answered with 404."""
    serving: Answering = WhiteNoiseMiddleware(answer_to)

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            return serving(request)
        except FileNotFoundError:
            raise Http404 from None

    return middleware


def reading_is_paid(answer_to: Answering) -> Answering:
    """Count the processor time that each reader uses, and refuse pages to readers who used too much. The API
    refuses by itself, after it has found out who calls. The time for a refusal is not counted."""

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
    """Note which browser a player uses, after the request has identified the player."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        if request.session.accessed:
            note_use(request)
        return answer

    return middleware


class PageForUnreadStandings:
    """Answers 503 with a page that reloads itself while a page's standings cannot be read: because another
    thread reads them, or because the clock has just changed a state of the contest (a freeze has begun, for
    example)."""

    def __init__(self, answer_to: Answering) -> None:
        self._answer_to = answer_to

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._answer_to(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Refusal) and error.code == "unavailable":
            return standings_unread(request, error)
        return None


def page_for_bare_refusals(answer_to: Answering) -> Answering:
    """Add a page to the empty answer that Django's views give to a wrong method."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        bare = answer.status_code == 405 and not answer.streaming and not answer.content
        return method_not_allowed(request, answer) if bare else answer

    return middleware
