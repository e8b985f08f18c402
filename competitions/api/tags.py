"""ETags: an answer that the client still has is not sent again, and nobody changes what has changed since
they read it."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..derived_keys import derived_key
from ..refusals import Refusal

STILL_TOLD: Final = ("Cache-Control", "ETag", "Vary")
"""What a client is told of an answer that it has already."""


def tag_of(*facts: object) -> str:
    """A tag for an answer that follows from `facts`, and from nothing else.

    It is a weak one: of two answers with the same tag one may be newer in parts. Nobody can
    tell the facts from it, or try out guesses.
    """
    return f'W/"{derived_key("etag", repr(facts)).hex()[:32]}"'


def unchanged(request: Request, tag: str) -> HttpResponse | None:
    """The answer to a client that has what this tag stands for; None if it is to be sent."""
    return HttpResponseNotModified(headers={"ETag": tag}) if _has(request, tag) else None


def tag_of_body(body: Mapping[str, Any]) -> str:
    """The tag of an answer with this body."""
    return _tag_of_content(JSONRenderer().render(body))


def still_matches(request: Request, read: Callable[[], Mapping[str, Any]]) -> Callable[[], None]:
    """What holds a caller to their `If-Match`: it raises `precondition_failed` unless what `read` gives has
    one of these tags. Call it with the rows locked that are changed then. Nothing is read for a caller who
    sends no tag."""
    wanted = request.headers.get("If-Match")

    def check() -> None:
        if wanted is None or wanted.strip() == "*":
            return
        if tag_of_body(read()) not in {tag.strip() for tag in wanted.split(",")}:
            raise Refusal("precondition_failed", "It has changed since you read it. Read it again.")

    return check


def tagged_by_its_body(request: Request, response: HttpResponse) -> HttpResponse:
    """The answer with a tag of what is in it; for a client that has just this, only the tag."""
    if isinstance(response, Response):  # there is no body yet
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
    """Whether the client says that it has what this tag stands for, or as good (RFC 9110, 13.1.2)."""
    known = {each.strip().removeprefix("W/") for each in request.headers.get("If-None-Match", "").split(",")}
    return request.method in SAFE_METHODS and bool(known & {"*", tag.removeprefix("W/")})
