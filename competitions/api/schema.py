"""The schema itself, for whoever writes a client."""

import json
from functools import cache

from django.http import HttpResponse
from rest_framework.request import Request

from ..http.keeping import by_all
from .describing import JSON, described
from .views import View

KEPT_S = 300
"""How long the schema may be kept: it changes only with a new version of the service."""

YAML = "application/yaml"


class Schema(View):
    kept = by_all(KEPT_S)

    @described("get_schema", "This document, as JSON or YAML.", gives=(JSON, YAML))
    def get(self, request: Request) -> HttpResponse:
        kind = YAML if _wants_yaml(request) else JSON
        answer = HttpResponse(_written(kind), content_type=kind)
        answer["Vary"] = "Accept"
        return answer


def _wants_yaml(request: Request) -> bool:
    accepted = request._request.get_preferred_type([JSON, YAML])
    return accepted == YAML


@cache
def _written(kind: str) -> bytes:
    # Imported where it is used: what makes the schema takes a twentieth of a start.
    from .openapi import document

    if kind == YAML:
        from drf_spectacular.renderers import OpenApiYamlRenderer

        return OpenApiYamlRenderer().render(document(), renderer_context={})
    return json.dumps(document(), separators=(",", ":")).encode()
