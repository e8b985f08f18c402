"""Compressing long answers for clients that ask for it.

Whoever can have their own text put into an answer beside a secret, and sees how long it is when compressed,
can find the secret out (BREACH). So only answers are compressed that a view of the API says have none: the
schema, lists, standings and exports. No page is, because of the tokens of its forms.
"""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from rest_framework.response import Response

LEAST: Final = 1024
"""In bytes: what is shorter is not compressed."""

REFUSED: Final = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class Gzip(GZipMiddleware):
    max_random_bytes = 0
    """There is no secret to hide, and the answers to GET and HEAD are of one length."""


def compressed(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer as the client asks for it, compressed or not. Its tag, if it has one, is a weak one either
    way: it stands for both."""
    if isinstance(response, Response):  # there is no body yet
        response.add_post_render_callback(lambda rendered: _compressed(request, rendered))
        return response
    return _compressed(request, response)


def _compressed(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(response, ("Accept-Encoding",))
    if response.get("ETag", "").startswith('"'):
        response["ETag"] = f"W/{response['ETag']}"
    short = isinstance(response, HttpResponse) and len(response.content) < LEAST
    if short or REFUSED.search(request.headers.get("Accept-Encoding", "")):
        return response
    return Gzip(lambda _: response).process_response(request, response)
