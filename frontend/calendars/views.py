"""The pages that make and close the secret address of a player's own calendar, and the calendar of a
circle."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.http import require_http_methods, require_safe

from competitions.contests.calendars.circle_calendar import circle_events, member_of_calendar
from competitions.contests.calendars.own_calendar import (
    has_calendar_key,
    make_calendar_key,
    remove_calendar_key,
)
from competitions.people.own_language import of_player
from competitions.web.calendar_answer import calendar_answer

from ..requests.page_limits import limited
from ..requests.viewers import player_of


@require_http_methods(["GET", "HEAD", "POST"])
@limited("tokens")
def own_calendar_page(request: HttpRequest) -> HttpResponse:
    """Say what the calendar is; with POST, make its address and show it once, or close the calendar."""
    player = player_of(request)
    if player is None:
        return redirect("me")
    address = None
    if request.method == "POST":
        if request.POST.get("close"):
            remove_calendar_key(player=player)
            return redirect(f"{reverse('my_calendar')}?did=close")
        secret = make_calendar_key(player=player, now=timezone.now())
        address = request.build_absolute_uri(f"{reverse('own_calendar')}?{urlencode({'key': secret})}")
    context = {
        "address": address,
        "is_open": has_calendar_key(player),
        "closed": request.GET.get("did") == "close",
        "shared_link": None,
    }
    return render(request, "calendars/own_calendar.html", context)


@require_safe
def circle_calendar(request: HttpRequest, circle_id: str) -> HttpResponse:
    """The calendar of a circle, at the secret address of one member, and in that member's language."""
    member = member_of_calendar(circle_id, request.GET.get("key", ""))
    if member is None:
        raise Http404
    circle = member.circle
    page = request.build_absolute_uri(reverse("circle", args=(circle.pk,)))
    with override(of_player(member.player)):
        return calendar_answer(circle.name, circle_events(circle, timezone.now(), page=page), uid=circle.pk)
