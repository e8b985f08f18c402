"""The guides, and the API's schema with forms to try it."""

from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from competitions.proofs.dumps.file_format import ABOUT, FILES, file_of
from competitions.proofs.dumps.published import dumped_file, published_dumps
from competitions.realtime.admission import CLOSED
from competitions.standings.rankings import RANKINGS
from competitions.web.problems import STATUS
from games import GAMES

from .guide import FOR_PEOPLE, FOR_PROGRAMS, GUIDES


@require_safe
def all_guides(request: HttpRequest) -> HttpResponse:
    return render(request, "guides/guides.html", {"for_people": FOR_PEOPLE, "for_programs": FOR_PROGRAMS})


@require_safe
def one_guide(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GUIDES:
        raise Http404
    site = request.build_absolute_uri("/").removesuffix("/")
    guide = GUIDES[slug]
    shown = {"guide": guide, "in_english": guide in FOR_PROGRAMS, "site": site}
    shown |= {"closed": CLOSED.items(), "codes": _codes()}
    if slug == "scoring":
        shown |= {"games": GAMES.values(), "rankings": RANKINGS}
    if slug == "research":
        shown |= _research()
    return render(request, f"guides/{slug}.html", shown)


@ensure_csrf_cookie
@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """The page that shows and tries the API. Its CSRF cookie lets the page write as this browser's player."""
    return render(request, "guides/api_docs.html", {"schema": request.build_absolute_uri("/api/v1/schema")})


@require_safe
def dumped(request: HttpRequest, month: str, name: str) -> FileResponse:
    """A file of a month's published data."""
    file = dumped_file(month, name)
    if file is None:
        raise Http404
    return FileResponse(file.open("rb"), as_attachment=True)


def _research() -> dict[str, Any]:
    """The published months, and a description of their files."""
    files = [(file_of(name), ABOUT[name], columns) for name, columns in FILES.items()]
    return {"dumps": published_dumps(), "cc0": settings.DUMPS_CC_ZERO, "files": files}


def _codes() -> list[tuple[int, list[str]]]:
    """The codes of refusals, by status."""
    by_status: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, []).append(code)
    return sorted(by_status.items())
