"""Compression of long answers, for clients that ask for it.

Compression can reveal a secret (BREACH). An attacker puts a text into an answer beside the secret: the more
the two are alike, the shorter the compressed answer. So only answers without secrets are compressed, such
as the schema, standings and replays. A view asks for this by `compressed = True`. Pages are never compressed,
because their forms have CSRF tokens.
"""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from rest_framework.response import Response

LEAST: Final = 1024
"""Answers of at least this length, in bytes, are compressed."""

REFUSED: Final = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class Gzip(GZipMiddleware):
    max_random_bytes = 0
    """No random padding is added, since there is no secret to hide. So GET and HEAD give the same length."""


def compressed(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Compress the answer if the client asks for it. The ETag becomes a weak one, since it stands for the
    answer with and without compression."""
    if isinstance(response, Response):  # the REST framework makes the body later
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
