"""The dates of a series whose contests are not made yet."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Final

from ...models import Series
from .rhythm import Rhythm

AHEAD: Final = timedelta(days=7)
"""How long before its opening a contest is made."""


def planned_dates(
    series: Series, now: datetime, *, most: int, with_skipped: bool = False
) -> list[tuple[date, datetime]]:
    """The next dates whose contests are still to be made, at most `most`, each with the contest's opening.
    `with_skipped` includes the dates that the organiser skips."""
    if series.ended_at is not None:
        return []
    skipped = set() if with_skipped else {each.date for each in series.skipped.all()}
    opening = Rhythm.of(series).opening
    days = (day for day in islice(_dates_left(series, now), most + len(skipped)) if day not in skipped)
    return [(day, opening(day)) for day in islice(days, most)]


def plan_next(series: Series, now: datetime) -> None:
    """Set the date of the next contest to be made, and when it is to be made. The caller saves the series."""
    planned = planned_dates(series, now, most=1)
    series.next_on, opens_at = planned[0] if planned else (None, None)
    series.make_at = None if opens_at is None else opens_at - AHEAD


def _dates_left(series: Series, now: datetime) -> Iterator[date]:
    """Yield the dates, skipped ones too, that come after the newest contest and whose opening is still to
    come. A week or month that has a contest has no other date, even if the weekday was changed since."""
    rhythm = Rhythm.of(series)
    first = max(_first_day(series, rhythm), rhythm.date_at(now))
    return (day for day in rhythm.dates_from(first) if rhythm.opening(day) > now)


def _first_day(series: Series, rhythm: Rhythm) -> date:
    newest = series.contests.order_by("-series_on").values_list("series_on", flat=True).first()
    return series.first_on if newest is None else max(series.first_on, rhythm.period_after(newest))
