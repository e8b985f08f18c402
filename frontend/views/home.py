"""The first page: what Evendeal is, the contests that are on, and how to begin."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import GAMES

from ..circles.own_circles import circle_cards
from ..forms.searching import ContestNameForm
from ..lists.contest_cards import contest_cards
from ..lists.duel_turns import duel_turns
from ..lists.next_steps import next_steps
from ..lists.own_contests import own_contests
from ..lists.search import ContestSearch, find_contests
from ..lists.todays_deals import todays_deals
from ..requests.viewers import player_of

SHOWN: Final = 6
"""How many contests of each kind the page lists."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    player = player_of(request)
    found = {
        state: find_contests(ContestSearch(state=state), most=SHOWN, now=now)
        for state in ("running", "scheduled", "over")
    }
    listed = {state: (page.contests, page.next) for state, page in found.items()}
    listed["own"] = ((), None) if player is None else own_contests(player, now, most=SHOWN)
    turns = {} if player is None else duel_turns(player, listed["own"][0], now)
    made = iter(contest_cards([each for contests, _ in listed.values() for each in contests], now, turns))
    lists = {
        kind: {"cards": [next(made) for _ in contests], "more": more is not None}
        for kind, (contests, more) in listed.items()
    }
    return render(
        request,
        "frontend/home.html",
        {
            "games": GAMES.values(),
            "todays": todays_deals(player, now),
            "circles": [] if player is None else circle_cards(player, now),
            "steps": [] if player is None else next_steps(player, now),
            "form": ContestNameForm(),
            **lists,
        },
    )
