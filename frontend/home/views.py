"""The home page: what Evendeal is, current contests, and how to begin."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.contests.dailies.streaks import days_played
from competitions.models import Competition, Player
from games import GAMES

from ..circles.own_circles import circle_cards
from ..contests.contest_cards import contest_cards
from ..contests.own_contests import RUNNING, TO_PLAY, own_contests, plays_in
from ..contests.search import ContestSearch, find_contests
from ..dailies.todays_deals import todays_deals
from ..duels.duel_turns import duel_turns
from ..join.forms import UNNAMED
from ..requests.viewers import player_of
from .next_steps import next_steps

SHOWN: Final = 6
"""How many contests of each kind the page shows at most."""


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
        "home/home.html",
        {
            "games": GAMES.values(),
            "todays": todays_deals(player, now),
            "circles": [] if player is None else circle_cards(player, now),
            "unnamed": UNNAMED,
            "now": now,
            "did": request.GET.get("did"),
            **_own(player, listed["own"][0], now),
            **lists,
        },
    )


def _own(player: Player | None, contests: Sequence[Competition], now: datetime) -> dict[str, Any]:
    """The values for this player alone. `idle` says why the player has nothing to play although contests of
    theirs run: `played` if the player has entered any of these, `running` if the player only organises them.
    Otherwise `idle` is empty."""
    if player is None:
        return {"steps": [], "idle": "", "days_played": 0}
    steps = next_steps(player, now)
    waiting, running = (
        [each for each in contests if each.part == part]  # type: ignore[attr-defined]  # annotated
        for part in (TO_PLAY, RUNNING)
    )
    idle = ""
    if running and not waiting and not steps:  # a duel without an opponent is running, but nobody can play it
        idle = "played" if plays_in(player, running) else "running"
    return {"steps": steps, "idle": idle, "days_played": days_played(player)}
