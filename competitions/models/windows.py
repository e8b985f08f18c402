"""Windows of time. A window includes its opening and excludes its end.

The rule is written three times: in Python, for query sets and in SQL. A test checks that the three agree.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q


class Window(NamedTuple):
    """A window of time. `end` is None for a window that never ends."""

    opening: datetime
    end: datetime | None

    def has_begun(self, now: datetime) -> bool:
        return self.opening <= now

    def is_over(self, now: datetime) -> bool:
        return is_over(self.end, now)


def is_over(end: datetime | None, now: datetime) -> bool:
    """Whether a window with this end is over. A window whose end is None is never over."""
    return end is not None and end <= now


def has_begun(column: str, now: datetime) -> Q:
    """A filter for rows whose window has begun. The window begins at the time in `column`."""
    return Q(**{f"{column}__lte": now})


def over(column: str, now: datetime) -> Q:
    """A filter for rows whose window is over. The window ends at the time in `column`; null means that it
    never ends."""
    return Q(**{f"{column}__lte": now})


def not_over(column: str, now: str) -> str:
    """The SQL condition that the window ending at `column` is not over at `now`. Both arguments are SQL
    expressions."""
    return f"({column} IS NULL OR {now} < {column})"
