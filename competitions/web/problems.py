"""Refusals as problems in JSON (RFC 9457). Only this module maps codes to HTTP statuses."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.settings import api_settings

from ..metrics import NO_ROUTE, PROBLEMS, route_of
from ..outages import is_outage
from ..refusals import Refusal, at_fault
from ..translatable import Translatable, with_facts
from .costs import LARGEST_BODY
from .limits import whole_seconds

logger = logging.getLogger(__name__)

WHOLE: Final = api_settings.NON_FIELD_ERRORS_KEY
"""The key under which the REST framework gives the faults of a whole list or object."""

CONTENT_TYPE: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = {
    "bad_json": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "not_entered": 403,
    "bad_invite": 403,
    "embargo": 403,
    "disqualified": 403,
    "suspended": 403,
    "banned": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "precondition_failed": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "name_taken": 409,
    "full": 409,
    "no_attempts_left": 409,
    "round_not_open": 409,
    "attempt_finished": 409,
    "stale_ply": 409,
    "wrong_state": 409,
    "idempotency_conflict": 409,
    "in_progress": 409,
    "invalid": 422,
    "bad_move": 422,
    "illegal_move": 422,
    "game_over": 422,
    "too_long": 422,
    "no_undo": 422,
    "no_analysis": 422,
    "rate_limited": 429,
    "unavailable": 503,
}

TITLES: Final[Mapping[int, Translatable]] = {
    400: _("Bad Request"),
    401: _("Unauthorized"),
    403: _("Forbidden"),
    404: _("Not Found"),
    405: _("Method Not Allowed"),
    409: _("Conflict"),
    412: _("Precondition Failed"),
    413: _("Request Entity Too Large"),
    414: _("Request-URI Too Long"),
    415: _("Unsupported Media Type"),
    421: _("Misdirected Request"),
    422: _("Unprocessable Entity"),
    429: _("Too Many Requests"),
    431: _("Request Header Fields Too Large"),
    500: _("Internal Server Error"),
    503: _("Service Unavailable"),
}
"""For each HTTP status, the title of a problem with this status."""

NO_TOKEN: Final = _("Send a token, as Authorization: Bearer TOKEN; POST /api/v1/guests gives one.")
NOTHING_HERE: Final = _("There is nothing here that you may see.")
TOO_LARGE: Final = with_facts(_("The body is larger than %(size)d KiB."), size=LARGEST_BODY // 1024)

RETRY_UNAVAILABLE_S: Final = 2
"""The seconds that a client is asked to wait before it tries again, if the database did not answer."""

RETRY_CROWDED_S: Final = 5
"""The seconds that a client is asked to wait before it opens another socket or stream, if its address has too
many."""


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to `error`, with a problem as its body. None if the error is a fault of ours. Django then
    answers with 500."""
    refusal = as_refusal(error)
    if refusal is None:
        return None
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if "retry_after" in refusal.facts:
        headers["Retry-After"] = str(refusal.facts["retry_after"])
    count_problem(refusal.code, route_of(context["request"]))
    problem = problem_body(refusal)
    return Response(problem, status=problem["status"], headers=headers, content_type=CONTENT_TYPE)


def as_refusal(error: Exception) -> Refusal | None:
    """The Refusal for an exception of this site, the REST framework or Django. None if the exception is a
    fault of ours."""
    match error:
        case Refusal():
            return error
        case exceptions.ValidationError():
            return at_fault(_by_field(error.detail))
        case exceptions.ParseError():
            return Refusal("bad_json", str(error.detail))
        case exceptions.NotAuthenticated():
            return Refusal("unauthenticated", NO_TOKEN)
        case exceptions.AuthenticationFailed():
            return Refusal("unauthenticated", str(error.detail))
        case exceptions.PermissionDenied() | PermissionDenied():
            return Refusal("forbidden", getattr(error, "detail", _("This is not allowed.")))
        case exceptions.NotFound() | Http404():
            return Refusal("not_found", NOTHING_HERE)
        case exceptions.MethodNotAllowed():
            return Refusal("method_not_allowed", str(error.detail))
        case exceptions.UnsupportedMediaType():
            return Refusal("unsupported_media_type", _("Send JSON, as application/json."))
        case exceptions.Throttled():
            wait = whole_seconds(error.wait or 1)  # type: ignore[attr-defined]  # the stubs lack it
            sentence = with_facts(_("Too many requests; try again in %(seconds)d s."), seconds=wait)
            return Refusal("rate_limited", sentence, retry_after=wait)
        case RequestDataTooBig():
            return Refusal("too_large", TOO_LARGE)
        case _ if is_outage(error):
            logger.error("the database did not answer", exc_info=error)
            return unavailable()
    return None


def _by_field(errors: Any) -> Any:
    """The faults by field, nested like the body. If a dictionary of faults has the key `WHOLE`, the
    faults under that key take the place of the dictionary."""
    if not isinstance(errors, dict):
        return errors
    return errors.get(WHOLE) or {field: _by_field(each) for field, each in errors.items()}


def unavailable() -> Refusal:
    """The refusal while the database does not answer."""
    return Refusal("unavailable", _("The service cannot answer just now."), retry_after=RETRY_UNAVAILABLE_S)


def problem_body(refusal: Refusal, *, status: int | None = None) -> dict[str, Any]:
    """The JSON of a problem, in the language of the reader: first the standard members, then the facts of the
    refusal. Without a `status`, the problem has the status of the refusal's code."""
    status = STATUS[refusal.code] if status is None else status
    return {
        "type": f"urn:evendeal:problem:{refusal.code}",
        "title": str(TITLES[status]),
        "status": status,
        **refusal.json(),
    }


def count_problem(code: str, route: str = NO_ROUTE) -> None:
    """Count an answer with a problem, for the metrics."""
    PROBLEMS.labels(route, code).inc()


def problem_response(request: HttpRequest, refusal: Refusal) -> JsonResponse:
    """A problem as a plain Django response, for requests that reach no API view."""
    count_problem(refusal.code, route_of(request))
    return JsonResponse(problem_body(refusal), status=STATUS[refusal.code], content_type=CONTENT_TYPE)
