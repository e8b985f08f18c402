"""Windows of time: from the opening, inclusive, to the end, exclusive.

The rule is here in Python, for query sets and in SQL; a test checks that the three agree.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q


class Window(NamedTuple):
    """A window; `end` is None if it has no end."""

    opening: datetime
    end: datetime | None

    def has_begun(self, now: datetime) -> bool:
        return self.opening <= now

    def is_over(self, now: datetime) -> bool:
        return is_over(self.end, now)


def is_over(end: datetime | None, now: datetime) -> bool:
    """Whether a window with this end (None: never) is over."""
    return end is not None and end <= now


def has_begun(column: str, now: datetime) -> Q:
    """A filter for rows whose window, from `column` on, has begun."""
    return Q(**{f"{column}__lte": now})


def over(column: str, now: datetime) -> Q:
    """A filter for rows whose window, up to `column`, is over; null means that it has no end."""
    return Q(**{f"{column}__lte": now})


def not_over(column: str, now: str) -> str:
    """The SQL condition that the window up to `column` is not over at `now`; both are SQL expressions."""
    return f"({column} IS NULL OR {now} < {column})"
