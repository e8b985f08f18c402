"""A calendar as an HTTP response."""

from collections.abc import Iterable
from typing import Final

from django.http import HttpResponse
from django.utils.translation import get_language

from ..contests.calendars.calendar_file import CalendarEvent, calendar_file
from .downloads import as_file

ICS: Final = "text/calendar; charset=utf-8"


def calendar_answer(name: str, events: Iterable[CalendarEvent], *, uid: str) -> HttpResponse:
    """The calendar as a file, in the language that is active. `uid` identifies the calendar."""
    language = {"Content-Language": get_language()}
    head = as_file(name, "calendar", "ics", otherwise=uid) | language
    return HttpResponse(calendar_file(name, events, uid=uid), content_type=ICS, headers=head)
