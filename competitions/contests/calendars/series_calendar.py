"""The calendar of a series: its contests, and the dates whose contests are not made yet."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from ...embargo.series import shown_contests
from ...models import Competition, Series
from ..series.planned import planned_dates
from ..series.template import moment_after
from .calendar_file import CalendarEvent, contest_events

MOST_CONTESTS: Final = 60
MOST_PLANNED: Final = 26
"""How many coming dates are in the calendar: half a year of a weekly series."""


def series_events(
    series: Series, now: datetime, *, page: str, address: Callable[[Competition], str]
) -> Sequence[CalendarEvent]:
    """The events of a series. Contests link to their `address`. Dates whose contests are not made yet link to
    `page`, the address of the series' page."""
    zone = ZoneInfo(series.zone)
    made = list(shown_contests(series).with_rounds()[:MOST_CONTESTS])
    planned = planned_dates(series, now, most=MOST_PLANNED)
    return [
        *contest_events(reversed(made), address),
        *(
            CalendarEvent(
                uid=f"{series.pk}-{day}",
                name=series.name,
                begins=opens_at,
                ends=moment_after(opens_at, series.settings["closes_at"], zone),
                url=page,
                stamp=series.created_at,
            )
            for day, opens_at in planned
        ),
    ]
