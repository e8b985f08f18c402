"""The scoreboard alone, for a frame in a page of another site."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.standings import standings
from competitions.web.languages import named_in_address, tell_language

from ..requests.lookups import competition_or_404
from ..wording import words
from .columns import columns_of
from .first_rows import board_start


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types allow no view with arguments
@require_safe
def embedded_board(request: HttpRequest, competition_id: str) -> HttpResponse:
    """The scoreboard as strangers see it. Players see the same, because browsers send no session cookie to
    a frame on another site's page. Nor do they send the cookie of a chosen language there, so the address
    may name one: `?language=de`."""
    with override(named_in_address(request) or get_language()):
        answer = _page(request, competition_id)
        tell_language(answer)
    return answer


def _page(request: HttpRequest, competition_id: str) -> HttpResponse:
    now = timezone.now()
    competition = competition_or_404(competition_id, None)
    seen = viewpoint(competition, None, now)
    shown = competition.cancelled_at is None and seen.sees_standings
    return render(
        request,
        "scoreboard/embed.html",
        {
            "competition": competition,
            "seen": seen,
            "me": None,
            "duels": False,
            "shared_link": None,
            "state": words.state_shown(competition, now),
            "over": competition.over(now),
            "columns": columns_of(competition),
            "rounds": competition.rounds_in_order,
            "joinable": competition.joinable(now),
            "now": now,
            "url": request.build_absolute_uri(reverse("competition", args=(competition.pk,))),
            **(_board(seen) if shown else {"sheet": None}),
        },
    )


def _board(seen: Viewpoint) -> dict[str, Any]:
    sheet = standings.sheet(seen, limit=standings.HEAD)
    watchable = seen.rounds_to_watch(seen.competition.rounds_in_order)
    return {
        "sheet": sheet,
        "watchable": watchable,
        "more": sheet.total > len(sheet.results),
        "live": board_start(seen, sheet, watchable),
    }
