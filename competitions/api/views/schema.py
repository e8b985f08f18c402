"""The OpenAPI document, and the AsyncAPI document of messages."""

import json
from functools import cache

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from ...web.caching import by_all
from ..describe import JSON, described
from .view import ApiView

YAML = "application/yaml"


class SchemaView(ApiView):
    compressed = True
    worded = False
    kept = by_all()

    @described("get_schema", "This document, as JSON or YAML.", gives=(JSON, YAML))
    def get(self, request: Request) -> HttpResponse:
        media_type = YAML if _wants_yaml(request) else JSON
        answer = HttpResponse(_rendered(media_type), content_type=media_type)
        answer["Vary"] = "Accept"
        return answer


class AsyncAPIView(ApiView):
    kept = by_all()
    worded = False
    compressed = True

    @described("get_asyncapi", "The messages of sockets and streams, as an AsyncAPI document.", gives=(JSON,))
    def get(self, request: Request) -> Response:
        from ..message_docs import asyncapi
        from ..openapi import document

        schemas = document()["components"]["schemas"]
        return Response(asyncapi(schemas, host=request.get_host(), secure=request.is_secure()))


def _wants_yaml(request: Request) -> bool:
    accepted = request.get_preferred_type([JSON, YAML])
    return accepted == YAML


@cache
def _rendered(media_type: str) -> bytes:
    # The import is here, because at the top of the module it would take a twentieth of the time that a
    # process needs to start.
    from ..openapi import document

    if media_type == YAML:
        from drf_spectacular.renderers import OpenApiYamlRenderer

        written: bytes = OpenApiYamlRenderer().render(document(), renderer_context={})
        return written
    return json.dumps(document(), separators=(",", ":")).encode()
