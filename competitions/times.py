"""Timestamps as text."""

from datetime import UTC, datetime
from typing import overload


@overload
def moment(when: datetime) -> str: ...
@overload
def moment(when: None) -> None: ...
@overload
def moment(when: datetime | None) -> str | None: ...


def moment(when: datetime | None) -> str | None:
    """The time as RFC 3339 in UTC; None stays None."""
    return None if when is None else when.astimezone(UTC).isoformat().replace("+00:00", "Z")
