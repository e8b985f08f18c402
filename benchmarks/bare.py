"""The floor of `benchmarks.logs`: Evendeal with one more view, which stores its body in a row.

The view authenticates its caller as every other view does, and otherwise leaves all to the framework.
"""

import json
import os
from collections.abc import Mapping
from typing import Any, ClassVar

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
settings.ROOT_URLCONF = "benchmarks.bare"
django.setup()

from django.db import models
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from competitions.api.describe import described
from competitions.api.forms.play import LogForm
from competitions.api.resources.logs import LogResource
from competitions.api.views.view import ApiView
from config import urls


class BareRow(models.Model):
    player_id = models.CharField(max_length=16)
    moves = models.TextField()

    objects: ClassVar[models.Manager["BareRow"]] = models.Manager()

    class Meta:
        app_label = "competitions"
        db_table = "benchmark_row"
        managed = False

    def __str__(self) -> str:
        return f"row {self.pk}"


class Bare(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}

    @described("store_bare", "Store a body.", takes=LogForm, gives={201: LogResource})
    def post(self, request: Request) -> Response:
        body: Any = request.data
        row = BareRow.objects.create(player_id=request.user.pk, moves=json.dumps(body["moves"]))
        return Response({"id": row.pk}, status=201)


urlpatterns = [path("bare", Bare.as_view()), *urls.urlpatterns]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)

from config.asgi import application

__all__ = ["application"]
