"""The guides for those who write clients, bots and sites of their own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competitions.sockets.admission import CLOSED

from ..guiding import GUIDES


@require_safe
def all_guides(request: HttpRequest) -> HttpResponse:
    return render(request, "frontend/guides.html", {"guides": GUIDES.values()})


@require_safe
def one_guide(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GUIDES:
        raise Http404
    site = request.build_absolute_uri("/").removesuffix("/")
    shown = {"guide": GUIDES[slug], "site": site, "closed": CLOSED.items()}
    return render(request, f"frontend/guides/{slug}.html", shown)
