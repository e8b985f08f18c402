"""How a moment is written down."""

from datetime import UTC, datetime


def moment(when: datetime | None) -> str | None:
    """RFC 3339 in UTC."""
    return None if when is None else when.astimezone(UTC).isoformat().replace("+00:00", "Z")
