"""The archive of daily deals: by month and by day."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.contests.dailies.calendar import today
from games import GAMES

from ..requests.viewers import player_of
from .days import day_of
from .months import month_of, runs_of


@require_safe
def this_month(request: HttpRequest) -> HttpResponse:
    return _month_page(request, today(timezone.now()).replace(day=1))


@require_safe
def one_month(request: HttpRequest, month: date) -> HttpResponse:
    return _month_page(request, month)


@require_safe
def one_day(request: HttpRequest, day: date) -> HttpResponse:
    now = timezone.now()
    found = day_of(day, player_of(request), now)
    if found is None:
        raise Http404
    return render(request, "dailies/day.html", {"day": found, "today": today(now), "now": now})


def _month_page(request: HttpRequest, first: date) -> HttpResponse:
    now, player = timezone.now(), player_of(request)
    month = month_of(first, player, now)
    if month is None:
        raise Http404
    return render(
        request,
        "dailies/month.html",
        {
            "month": month,
            "games": GAMES.values(),
            "today": today(now),
            "runs": None if player is None else runs_of(player, now),
        },
    )
