"""The rules as Python: for a page that runs them by itself, and for people to take away."""

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
    """What a page needs to run the rules."""
    return HttpResponse(packed(kit=False), content_type="application/zip")


@require_safe
@cache_control(public=True, max_age=KEPT_S)
def rules_with_kit(request: HttpRequest) -> HttpResponse:
    """All of it, for whoever writes an engine of their own."""
    return HttpResponse(packed(kit=True), content_type="application/zip")


@cache
def packed(*, kit: bool) -> bytes:
    """`games`, with or without the conformance kit, read once: a server's rules do not change while it
    runs."""
    room, file = Path(games.__file__).parent, BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for each in sorted(room.rglob("*.*")):
            if each.suffix != ".pyc" and (kit or room / "conform" not in each.parents):
                archive.write(each, each.relative_to(room.parent))
    return file.getvalue()
