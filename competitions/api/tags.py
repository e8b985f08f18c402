"""ETags. A client that sends an ETag does not download an unchanged answer again, and does not overwrite a
change that the client has not seen."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..derived_keys import derived_key
from ..refusals import Refusal

STILL_TOLD: Final = ("Cache-Control", "ETag", "Vary")
"""The header fields that an answer with status 304 (not modified) keeps."""


def tag_of(*facts: object) -> str:
    """A weak ETag for an answer that depends only on these facts.

    The ETag is made with a secret key. Otherwise a client could guess secret facts, compute the ETag of the
    guess, and compare the two ETags.
    """
    return f'W/"{derived_key("etag", repr(facts)).hex()[:32]}"'


def unchanged(request: Request, tag: str) -> HttpResponse | None:
    """An answer with status 304 for a client that already has the answer with this ETag; else None."""
    return HttpResponseNotModified(headers={"ETag": tag}) if _has(request, tag) else None


def tag_of_body(body: Mapping[str, Any]) -> str:
    """The ETag of an answer with this body."""
    return _tag_of_content(JSONRenderer().render(body))


def still_matches(request: Request, read: Callable[[], Mapping[str, Any]]) -> Callable[[], None]:
    """Return a function that raises `precondition_failed` if the `If-Match` of the request does not contain
    the ETag of the body that `read` returns.

    Call the function after locking the rows that are to be changed. Without an `If-Match`, or with `*`, the
    function does nothing.
    """
    wanted = request.headers.get("If-Match")

    def check() -> None:
        if wanted is None or wanted.strip() == "*":
            return
        if tag_of_body(read()) not in {tag.strip() for tag in wanted.split(",")}:
            raise Refusal("precondition_failed", _("This has changed since you read it. Read it again."))

    return check


def tagged_by_its_body(request: Request, response: HttpResponse) -> HttpResponse:
    """The answer with an ETag of its body. For a client that has this body, an answer with status 304."""
    if isinstance(response, Response):  # its body is not rendered yet
        response.add_post_render_callback(lambda rendered: _tagged(request, rendered))
        return response
    return _tagged(request, response) if isinstance(response, HttpResponse) else response


def _tagged(request: HttpRequest | Request, response: HttpResponse) -> HttpResponse:
    response["ETag"] = _tag_of_content(response.content)
    if not _has(request, response["ETag"]):
        return response
    answer = HttpResponseNotModified(
        headers={name: response[name] for name in STILL_TOLD if name in response}
    )
    answer.cookies = response.cookies
    return answer


def _tag_of_content(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _has(request: HttpRequest | Request, tag: str) -> bool:
    """Whether the `If-None-Match` of a reading request contains this ETag, compared weakly (RFC 9110,
    13.1.2), or `*`."""
    known = {each.strip().removeprefix("W/") for each in request.headers.get("If-None-Match", "").split(",")}
    return request.method in SAFE_METHODS and bool(known & {"*", tag.removeprefix("W/")})
