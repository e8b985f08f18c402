"""Calendars as iCalendar files, and the secret address of the caller's own calendar."""

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.calendars.calendar_file import contest_events
from ...contests.calendars.own_calendar import (
    calendar_owner,
    contests_in_calendar,
    make_calendar_key,
    remove_calendar_key,
)
from ...contests.calendars.series_calendar import series_events
from ...models import Competition
from ...people.own_language import of_player
from ...web.caching import HELD
from ...web.calendar_answer import ICS, calendar_answer
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.queries import CalendarQuery
from ..read_request import read_query
from ..resources.calendars import OwnCalendar, OwnCalendarResource
from .lookups import series_at, viewpoint_at
from .view import ApiView


def _address(request: Request, competition: Competition) -> str:
    return request.build_absolute_uri(reverse("competition", args=(competition.pk,)))


class CompetitionCalendarView(ApiView):
    kept = HELD

    @described(
        "get_competition_calendar",
        "When a competition or its rounds open and close, as an iCalendar file.",
        gives=(ICS,),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponse:
        competition = viewpoint_at(competition_id, viewer_of(request), timezone.now()).competition
        events = contest_events([competition], lambda each: _address(request, each))
        return calendar_answer(str(competition.title), events, uid=competition.pk)


class SeriesCalendarView(ApiView):
    kept = HELD

    @described(
        "get_series_calendar",
        "The contests of a series and its next dates, as an iCalendar file.",
        gives=(ICS,),
    )
    def get(self, request: Request, series_id: str) -> HttpResponse:
        series = series_at(series_id, viewer_of(request))
        page = request.build_absolute_uri(reverse("series", args=(series.pk,)))
        events = series_events(
            series, timezone.now(), page=page, address=lambda each: _address(request, each)
        )
        return calendar_answer(series.name, events, uid=series.pk)


class OwnCalendarView(ApiView):
    kept = HELD
    worded = False  # its words are in the language of its owner, whoever asks

    @described(
        "get_own_calendar",
        "The contests and duels of a player, as an iCalendar file. The secret in the address identifies "
        "the player.",
        asks=CalendarQuery,
        gives=(ICS,),
        problems=("not_found",),
    )
    def get(self, request: Request) -> HttpResponse:
        player = calendar_owner(read_query(CalendarQuery, request)["key"])
        if player is None:
            raise NotFound
        contests = contests_in_calendar(player, timezone.now())
        events = contest_events(contests, lambda each: _address(request, each))
        with override(of_player(player)):
            return calendar_answer("Evendeal", events, uid=player.pk)


class CalendarKeyView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "read", "DELETE": "read"}
    throttle_scope = "tokens"

    @described(
        "make_own_calendar",
        "Make a secret address for the caller's calendar. The old address stops working.",
        gives={201: OwnCalendarResource},
    )
    def post(self, request: Request) -> Response:
        secret = make_calendar_key(player=caller_of(request), now=timezone.now())
        address = request.build_absolute_uri(f"{reverse('own_calendar')}?{urlencode({'key': secret})}")
        return Response(OwnCalendarResource.of(OwnCalendar(address)), status=201)

    @described(
        "remove_own_calendar",
        "Delete the secret address of the caller's calendar. It stops working.",
        gives={204: ()},
    )
    def delete(self, request: Request) -> Response:
        remove_calendar_key(player=caller_of(request))
        return Response(status=204)
