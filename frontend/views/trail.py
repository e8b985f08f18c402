"""What organisers did to a contest, for those who have joined it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import viewpoint

from ..desk import trail
from ..requests.lookups import competition_or_404, page_number
from ..requests.viewers import player_of


@require_safe
def trail_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    viewer = player_of(request)
    competition = competition_or_404(competition_id, viewer)
    seen = viewpoint(competition, viewer, timezone.now())
    if not seen.sees_trail:
        raise Http404
    number = page_number(request)
    found = trail.trail_lines(competition, page=number)
    if number > 1 and not found:
        raise Http404
    return render(
        request,
        "frontend/trail.html",
        {
            "competition": competition,
            "shared_link": None,
            "seen": seen,
            "trail": found[: trail.PAGE],
            "page": number,
            "more": len(found) > trail.PAGE,
        },
    )
