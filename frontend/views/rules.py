"""The rules as Python, for a page that runs them by itself."""

import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import games

KEPT_S = 300


@require_safe
@cache_control(public=True, max_age=KEPT_S)
def rules_as_zip(request: HttpRequest) -> HttpResponse:
    return HttpResponse(packed(), content_type="application/zip")


@cache
def packed() -> bytes:
    """All of `games` but the conformance kit, read once: a server's rules do not change while it runs."""
    room, file = Path(games.__file__).parent, BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for each in sorted(room.rglob("*.*")):
            if each.suffix != ".pyc" and room / "conform" not in each.parents:
                archive.write(each, each.relative_to(room.parent))
    return file.getvalue()
