"""Write contests and dates as an iCalendar file. All times are in UTC, so the file needs no time zones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from ...models import Competition, Round
from ...translatable import with_facts

REFRESHED_AFTER: Final = timedelta(hours=6)
"""How often a program that subscribes to a calendar should read the calendar again."""

PRODUCT: Final = "-//Evendeal//Calendar 1.0//EN"


@dataclass(frozen=True, kw_only=True)
class CalendarEvent:
    """An event: a contest, a round with a window of its own, or a date of a series whose contest is
    not made yet."""

    uid: str
    name: str
    begins: datetime
    ends: datetime | None
    url: str
    stamp: datetime
    about: str = ""
    cancelled: bool = False
    takes_time: bool = True
    """Whether a calendar program shows its owner as busy during the event."""


def calendar_file(name: str, events: Iterable[CalendarEvent], *, uid: str) -> bytes:
    """The calendar with these events, as the bytes of an iCalendar file. `uid` identifies the calendar."""
    # This is imported here, since importing the library would delay the start of every process.
    from icalendar import Calendar, Event

    calendar = Calendar.new(
        prodid=PRODUCT, name=name, uid=f"{uid}@evendeal", refresh_interval=REFRESHED_AFTER
    )
    for each in events:
        written = Event.new(
            uid=f"{each.uid}@evendeal",
            summary=each.name,
            start=each.begins,
            end=each.ends,
            url=each.url,
            description="\n\n".join(filter(None, (each.about, each.url))),
            stamp=each.stamp,
        )
        written.add("STATUS", "CANCELLED" if each.cancelled else "CONFIRMED")
        if not each.takes_time:
            written.add("TRANSP", "TRANSPARENT")
        calendar.add_component(written)
    written_calendar: bytes = calendar.to_ical()
    return written_calendar


def contest_events(
    competitions: Iterable[Competition], address: Callable[[Competition], str]
) -> Iterator[CalendarEvent]:
    """The events of published competitions. A competition with rounds at different times has an event for
    each round."""
    for each in competitions:
        rounds = each.rounds_in_order
        own_times = any(round.opens_at or round.closes_at for round in rounds)
        for round in rounds if own_times else (None,):
            yield _event(each, round, address(each))


def _event(competition: Competition, round: Round | None, url: str) -> CalendarEvent:
    uid, name = uid_of(competition), str(competition.title)
    window: Competition | Round = competition
    if round is not None:
        uid, window = f"{uid}-{round.number}", round
        name = str(with_facts(_("%(contest)s: round %(number)d"), contest=name, number=round.number))
    ends = competition.closes_at if round is None else round.closing
    return CalendarEvent(
        uid=uid,
        name=name,
        begins=window.opening,
        # In a contest that was closed early, a round that never opened ends before it begins.
        ends=None if ends is None else max(ends, window.opening),
        url=url,
        stamp=competition.published_at or competition.created_at,
        about=str(competition.description),
        cancelled=competition.cancelled_at is not None,
    )


def uid_of(competition: Competition) -> str:
    """The id of a competition in every calendar. A contest of a series keeps the id that its date had before
    the contest was made."""
    if competition.series_id is None or competition.series_on is None:
        return competition.pk
    return f"{competition.series_id}-{competition.series_on}"
