"""The dates of a series, by the clocks and the calendar of its time zone."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from ...models import Every, Series
from ...refusals import invalid
from ...times import zones

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def known_zone(zone: str) -> str:
    """Return the name of the time zone. Raises `invalid` if there is no such zone."""
    if zone not in zones():
        raise invalid("zone", _("Name a time zone as the IANA lists it, such as Europe/Berlin."))
    return zone


def opening_on(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which the clocks of the zone show `at`. If the clocks are set back and show
    `at` twice, the first time counts. If the clocks are set forward and skip `at`, the moment is when the
    clocks show `at` plus the length of the gap."""
    return datetime.combine(day, at, zone).astimezone(UTC)


@dataclass(frozen=True)
class Rhythm:
    """When the contests of a series open. `weekday` is 1 for Monday.

    In a monthly series with a weekday, such as Thursday, a `day` from 1 to 7 means the first Thursday of the
    month, 8 to 14 the second, and so on. If a month has no fifth Thursday, the last Thursday is taken. A
    monthly series without a weekday is on the `day` of the month, or on the last day of a shorter month.
    """

    every: str
    weekday: int | None
    day: int
    at: time
    zone: ZoneInfo
    until: date | None = None

    @classmethod
    def of(cls, series: Series) -> "Rhythm":
        zone = ZoneInfo(series.zone)
        return cls(series.every, series.weekday, series.day, series.at, zone, series.until)

    def opening(self, day: date) -> datetime:
        """When the contest of a date opens, in UTC."""
        return opening_on(day, self.at, self.zone)

    def date_at(self, moment: datetime) -> date:
        """The date of a moment in the series' time zone."""
        return moment.astimezone(self.zone).date()

    def dates_from(self, first: date) -> Iterator[date]:
        """Yield the dates of the series from `first` on, in order, and none after `until`."""
        for day in self._weekly(first) if self.every == Every.WEEK else self._monthly(first):
            if self.until is not None and day > self.until:
                return
            yield day

    def period_after(self, day: date) -> date:
        """The first day of the week or month after the one with this day."""
        if self.every == Every.WEEK:
            return day - timedelta(days=day.weekday()) + WEEK
        return day.replace(day=monthrange(day.year, day.month)[1]) + DAY

    def _weekly(self, first: date) -> Iterator[date]:
        assert self.weekday is not None
        day = first + timedelta(days=(self.weekday - first.isoweekday()) % 7)
        while True:
            yield day
            day += WEEK

    def _monthly(self, first: date) -> Iterator[date]:
        month = first.replace(day=1)
        while True:
            day = month.replace(day=self._day_in(month))
            if day >= first:
                yield day
            month = self.period_after(month)

    def _day_in(self, month: date) -> int:
        last = monthrange(month.year, month.month)[1]
        if self.weekday is None:
            return min(self.day, last)
        day = 1 + (self.weekday - month.isoweekday()) % 7 + (self.day - 1) // 7 * 7
        return day if day <= last else day - 7
