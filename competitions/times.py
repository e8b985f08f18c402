"""Timestamps as text, and time zones."""

from datetime import UTC, datetime
from functools import cache
from typing import overload
from zoneinfo import available_timezones


@overload
def moment(when: datetime) -> str: ...
@overload
def moment(when: None) -> None: ...
@overload
def moment(when: datetime | None) -> str | None: ...


def moment(when: datetime | None) -> str | None:
    """The time as RFC 3339 in UTC; None stays None."""
    return None if when is None else when.astimezone(UTC).isoformat().replace("+00:00", "Z")


@cache
def zones() -> frozenset[str]:
    """The names of all time zones that this machine knows."""
    return frozenset(available_timezones())
