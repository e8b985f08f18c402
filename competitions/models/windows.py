"""The rule of a window, in one place: it begins at its opening and is over as soon as its end is reached.

The rule is written three times side by side: for Python, for querysets and for
statements in SQL. A test checks that the three agree.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q


class Window(NamedTuple):
    """When a window begins and ends; `end` is None if it has no end."""

    opening: datetime
    end: datetime | None

    def has_begun(self, now: datetime) -> bool:
        return self.opening <= now

    def is_over(self, now: datetime) -> bool:
        return is_over(self.end, now)


def is_over(end: datetime | None, now: datetime) -> bool:
    """Whether a window that ends at `end` (None: never) is over."""
    return end is not None and end <= now


def has_begun(column: str, now: datetime) -> Q:
    """The rows whose window, which begins at `column`, has begun."""
    return Q(**{f"{column}__lte": now})


def over(column: str, now: datetime) -> Q:
    """The rows whose window, which ends at `column`, is over; null means that it has no end."""
    return Q(**{f"{column}__lte": now})


def not_over(column: str, now: str) -> str:
    """The SQL condition that the window which ends at `column` is not over at `now`; both are SQL too."""
    return f"({column} IS NULL OR {now} < {column})"
