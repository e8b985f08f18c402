"""My contests: those that the viewer has entered, organises or was challenged to."""

from itertools import groupby
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ..duels.duel_turns import duel_turns
from ..home.next_steps import next_steps
from ..requests.viewers import player_of
from ..wording.words import how_many_own
from .contest_cards import contest_cards
from .own_contests import PARTS, own_contests
from .views import mark_in

PAGE: Final = 24


@require_safe
def my_contests(request: HttpRequest) -> HttpResponse:
    now, player, after = timezone.now(), player_of(request), mark_in(request)
    page, more = ((), None) if player is None else own_contests(player, now, most=PAGE, after=after)
    made = contest_cards(page, now, {} if player is None else duel_turns(player, page, now))
    return render(
        request,
        "contests/own_contests.html",
        {
            "parts": [
                {"title": PARTS[part], "cards": list(some)}
                for part, some in groupby(made, lambda card: card.competition.part)  # type: ignore[attr-defined]  # annotated
            ],
            "steps": next_steps(player, now) if player is not None and after is None else [],
            "series": () if player is None or after is not None else player.series.filter(ended_at=None),
            "joined": how_many_own(len(page), later=after is not None, goes_on=more is not None),
            "later": after is not None,
            "next": more,
        },
    )
