"""Answers to failed requests: a problem for API clients, a friendly page for people."""

import logging
import sys

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext, gettext_lazy

from competitions.metrics import route_of
from competitions.outages import is_outage
from competitions.refusals import Refusal
from competitions.web.problems import (
    CONTENT_TYPE,
    NOTHING_HERE,
    RETRY_UNAVAILABLE_S,
    TITLES,
    TOO_LARGE,
    as_refusal,
    count_problem,
    problem_response,
    unavailable,
)

from ..requests.stale_forms import stale_form

logger = logging.getLogger(__name__)

BROKEN = gettext_lazy(
    "Evendeal could not show this page. This is our fault, not yours. Please try again in a minute."
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _from_a_client(request):
        refusal = as_refusal(exception)
        return problem_response(
            request, refusal or Refusal("bad_json", gettext("The request could not be read."))
        )
    return _page(request, "errors/400.html", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _from_a_client(request):
        return problem_response(request, Refusal("forbidden", gettext("This is not allowed.")))
    return _page(request, "errors/403.html", 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form from another site, or to an expired form. An expired form can be sent again with
    one press."""
    if _from_a_client(request):
        return problem_response(request, Refusal("forbidden", gettext("The CSRF token is missing or wrong.")))
    return _page(request, "errors/stale_form.html", 403, form=stale_form(request))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _from_a_client(request):
        return problem_response(request, Refusal("not_found", NOTHING_HERE))
    return _page(request, "errors/404.html", 404)


def method_not_allowed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The page for a method that the view does not allow; its header `Allow` lists the allowed methods.
    Django's own answer has no page."""
    page = _page(request, "errors/405.html", 405)
    page["Allow"] = answer["Allow"]
    return page


def too_large(request: HttpRequest) -> HttpResponse:
    if _from_a_client(request):
        return problem_response(request, Refusal("too_large", TOO_LARGE))
    return _page(request, "errors/413.html", 413)


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    page = _page(request, "errors/429.html", 429)
    page["Retry-After"] = str(seconds)
    return page


def not_while_barred(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer to a form of a suspended or banned player."""
    return _page(request, "errors/barred.html", 403, refusal=refusal)


def for_the_shut_out(request: HttpRequest, refusal: Refusal) -> HttpResponse | None:
    """The answer to a player who was signed out, suspended or banned while the form was being processed; None
    for any other refusal."""
    if refusal.code in ("suspended", "banned"):
        return not_while_barred(request, refusal)
    if refusal.code == "unauthenticated":
        return _page(request, "errors/signed_out.html", 403)
    return None


def not_now(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer to a button whose act is not possible yet, or no longer."""
    errors = refusal.facts.get("errors", {})
    at_fault = [str(sentence) for sentences in errors.values() for sentence in sentences]
    return _page(request, "errors/409.html", 409, why=" ".join(at_fault) or refusal.detail)


def standings_unread(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer while standings cannot be read: a page that reloads itself."""
    seconds = refusal.facts["retry_after"]
    page = _page(request, "errors/standings_unread.html", 503, seconds=seconds)
    page["Retry-After"] = str(seconds)
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an error of ours. It uses no database, session or script, because any of these may be
    what is broken."""
    if is_outage(sys.exc_info()[1]):  # the error: Django calls this view in its `except`
        return _unavailable(request)
    if _from_a_client(request):
        code = "server_error"
        count_problem(code, route_of(request))
        problem = {
            "type": "about:blank",
            "title": str(TITLES[500]),
            "status": 500,
            "code": code,
            "detail": str(BROKEN),
        }
        return JsonResponse(problem, status=500, content_type=CONTENT_TYPE)
    return _page(None, "errors/500.html", 500)


def _unavailable(request: HttpRequest) -> HttpResponse:
    client = _from_a_client(request)
    answer = problem_response(request, unavailable()) if client else _page(None, "errors/503.html", 503)
    answer["Retry-After"] = str(RETRY_UNAVAILABLE_S)
    return answer


def _from_a_client(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _page(request: HttpRequest | None, template: str, status: int, **facts: object) -> HttpResponse:
    """The page; if the template cannot be rendered, only the sentence `BROKEN`."""
    context: dict[str, object] = {"shared_link": None, **facts}
    if request is None:
        context["user"] = AnonymousUser()
    try:
        return HttpResponse(loader.render_to_string(template, context, request), status=status)
    except Exception:
        logger.exception("the page %s cannot be drawn", template)
        return HttpResponse(BROKEN, status=status, content_type="text/plain; charset=utf-8")
