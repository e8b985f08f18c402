"""ISO 8601 weeks, from Monday to Sunday in UTC."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta


@dataclass(frozen=True, order=True)
class Week:
    """A week, from its Monday on. Weeks are sorted by time.

    >>> week = Week.called("2026-W01")
    >>> str(week.days[0]), str(week.days[-1]), str(week.before)
    ('2025-12-29', '2026-01-04', '2025-W52')
    """

    monday: date

    @classmethod
    def at(cls, now: datetime) -> "Week":
        """The week in which a moment lies."""
        day = now.astimezone(UTC).date()
        return cls(day - timedelta(days=day.weekday()))

    @classmethod
    def called(cls, text: str) -> "Week":
        """The week of a name like `2026-W47`. Raises ValueError for other texts."""
        named = re.fullmatch(r"([0-9]{4})-W([0-9]{2})", text, re.ASCII)
        # `date` has only the years 1 to 9999, and the last week of 9999 ends in the year 10000.
        if named is None or named[1] in ("0000", "9999"):
            raise ValueError(text)
        return cls(date.fromisocalendar(int(named[1]), int(named[2]), 1))

    def __str__(self) -> str:
        year, number, _ = self.monday.isocalendar()
        return f"{year:04}-W{number:02}"

    @property
    def days(self) -> Sequence[date]:
        return [self.monday + timedelta(days=day) for day in range(7)]

    @property
    def before(self) -> "Week":
        return Week(self.monday - timedelta(days=7))

    @property
    def after(self) -> "Week":
        return Week(self.monday + timedelta(days=7))
