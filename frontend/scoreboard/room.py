"""The scoreboard for a room: standings on a screen that everyone sees, and how to join."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.standings import standings
from competitions.translatable import about_game

from ..requests.lookups import competition_or_404
from ..requests.viewers import player_of
from ..wording import link_previews, words
from .columns import columns_of
from .first_rows import rows_start


@require_safe
def room_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    competition = competition_or_404(competition_id, player_of(request))
    now = timezone.now()
    seen = viewpoint(competition, player_of(request), now)
    rounds = competition.rounds_in_order
    url = request.build_absolute_uri(reverse("competition", args=(competition.pk,)))
    on = competition.published_at is not None and competition.cancelled_at is None
    return render(
        request,
        "scoreboard/room.html",
        {
            "competition": competition,
            "shared_link": link_previews.to_competition(competition, now),
            "state": words.state_shown(competition, now),
            "over": competition.over(now),
            "watchable": (),
            "duels": False,
            "rounds": rounds,
            "many": len(rounds) > 1,
            "columns": columns_of(competition),
            "seen": seen,
            "me": seen.entry and seen.entry.pk,
            "joinable": competition.joinable(now),
            "now": now,
            "url": url,
            "address": url.partition("://")[2].removesuffix(competition.pk),
            **(_board(seen) if on and seen.sees_standings else {"room": None}),
        },
    )


def _board(seen: Viewpoint) -> dict[str, Any]:
    """The first page of the standings, and the start data of the room's island."""
    competition, now = seen.competition, seen.now
    sheet = standings.sheet(seen)
    rounds = competition.rounds_in_order
    return {
        "sheet": sheet,
        "held": _holds_places_back(seen) and competition.state(now) == "closed",
        "room": {
            **rows_start(seen, sheet),
            "holds": _holds_places_back(seen),
            "games": [about_game(round.deal.game).name for round in rounds],
            "now": now,
            "times": {
                "state": competition.state(now),
                "rounds": [
                    {
                        "number": round.number,
                        "state": round.state(now),
                        "opens_at": round.opening,
                        "closes_at": round.closing,
                    }
                    for round in rounds
                ],
            },
        },
    }


def _holds_places_back(seen: Viewpoint) -> bool:
    """Whether the viewer's screen hides the final places after a freeze, until it reveals them one by one."""
    return seen.organises and seen.competition.freeze_at is not None
