"""The home page: today's cards, what waits for the viewer, contests to join, and how to begin."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.contests.dailies.streaks import days_played
from competitions.models import Player

from ..circles.own_circles import circle_cards
from ..contests.contest_cards import ContestCard, contest_cards
from ..contests.own_contests import OVER, RUNNING, TO_PLAY, own_contests, part_of, plays_in
from ..contests.search import ContestSearch, find_contests
from ..dailies.todays_deals import todays_deals
from ..duels.duel_turns import duel_turns
from ..requests.viewers import player_of
from .next_steps import next_steps

SHOWN: Final = 3
"""How many contests the page lists at most as the viewer's own, and how many running contests to join."""

SOON: Final = 1
"""Of the contests that are not open yet, the page offers at most this many."""

READ: Final = 8
"""How many contests one search reads at most: more than are shown, because some of them are left out."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    player = player_of(request)
    todays = todays_deals(player, now)
    return render(
        request,
        "home/home.html",
        {
            "todays": todays,
            "played": sum(deal.ended for deal in todays),
            "days_played": 0 if player is None else days_played(player),
            "circles": [] if player is None else circle_cards(player, now),
            "now": now,
            "did": request.GET.get("did"),
            **(_contests_of_a_stranger(now) if player is None else _contests(player, now)),
        },
    )


def _contests_of_a_stranger(now: datetime) -> Mapping[str, Any]:
    return {"steps": [], "challenges": [], "own": [], "idle": "", "to_join": _to_join(None, now)}


def _contests(player: Player, now: datetime) -> Mapping[str, Any]:
    """What waits for the player, their other contests that are not over, and contests to join. Each contest
    is listed once.

    If contests of the player are running but leave nothing to play, `idle` is `played` or, if the player only
    organises these contests, `running`. Otherwise `idle` is empty.
    """
    own, _ = own_contests(player, now, most=READ)
    steps = next_steps(player, now)
    waits = {step.round.competition_id for step in steps}
    rest = [each for each in own if each.pk not in waits and part_of(each) != OVER]
    cards = contest_cards(rest, now, duel_turns(player, rest, now))
    challenges = [card for card in cards if card.turn and part_of(card.competition) == TO_PLAY]
    running = [each for each in rest if part_of(each) == RUNNING]
    idle = ""
    if running and not challenges and not steps:
        idle = "played" if plays_in(player, running) else "running"
    return {
        "steps": steps,
        "challenges": challenges,
        "own": [card for card in cards if card not in challenges][:SHOWN],
        "idle": idle,
        "to_join": _to_join(player, now),
    }


def _to_join(player: Player | None, now: datetime) -> Sequence[ContestCard]:
    """Public contests that run or open soon, without those that the player has entered or made."""
    running, scheduled = (
        find_contests(ContestSearch(state=state), most=READ, now=now).contests
        for state in ("running", "scheduled")
    )
    theirs: set[str] = set()
    if player is not None:
        listed = [*running, *scheduled]
        theirs = {each.pk for each in listed if each.organiser_id == player.pk}
        theirs.update(player.entries.filter(competition__in=listed).values_list("competition", flat=True))
    return contest_cards(
        [
            *[each for each in running if each.pk not in theirs][:SHOWN],
            *[each for each in scheduled if each.pk not in theirs][:SOON],
        ],
        now,
    )
