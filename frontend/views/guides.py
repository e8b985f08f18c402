"""What those read who write programs of their own: the guides, and the schema of the API, to be tried."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from competitions.http.problems import STATUS
from competitions.sockets.admission import CLOSED

from ..guides.guide import GUIDES


@require_safe
def all_guides(request: HttpRequest) -> HttpResponse:
    return render(request, "frontend/guides.html", {"guides": GUIDES.values()})


@require_safe
def one_guide(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GUIDES:
        raise Http404
    site = request.build_absolute_uri("/").removesuffix("/")
    shown = {"guide": GUIDES[slug], "site": site, "closed": CLOSED.items(), "codes": _codes()}
    return render(request, f"frontend/guides/{slug}.html", shown)


@ensure_csrf_cookie
@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """With the cookie that lets the page write in the name of this browser's player."""
    return render(request, "frontend/docs.html")


def _codes() -> list[tuple[int, list[str]]]:
    """The codes of refusals, by status."""
    by_status: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, []).append(code)
    return sorted(by_status.items())
