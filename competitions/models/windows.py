"""The rule of a window, once: it begins at its opening, and is over at its end, which belongs to it no more.

It is said in three ways side by side, as it is asked in Python, of rows, and in
a statement of our own: a test holds them to one another.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q


class Window(NamedTuple):
    """From when until when; `end` is None where it has none."""

    opening: datetime
    end: datetime | None

    def has_begun(self, now: datetime) -> bool:
        return self.opening <= now

    def is_over(self, now: datetime) -> bool:
        return is_over(self.end, now)


def is_over(end: datetime | None, now: datetime) -> bool:
    """Whether what ends at `end` (None: never) is over."""
    return end is not None and end <= now


def has_begun(column: str, now: datetime) -> Q:
    """The rows whose window begins at `column` and has begun."""
    return Q(**{f"{column}__lte": now})


def over(column: str, now: datetime) -> Q:
    """The rows whose window ends at `column` and is over; null is no end."""
    return Q(**{f"{column}__lte": now})


def not_over(column: str, now: str) -> str:
    """As a condition in SQL: the window that ends at `column` is not over at `now`, both SQL themselves."""
    return f"({column} IS NULL OR {now} < {column})"
