"""When an event at which a follower failed is tried again, and when it is set aside."""

from datetime import datetime, timedelta
from typing import Final

PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 30, 180, 900))
"""After each failure; what fails once more after the last one is set aside."""

LONGEST_PAUSE: Final = max(PAUSES)


def try_again_at(failures: int, now: datetime) -> datetime | None:
    """When to try again what has failed for the `failures`-th time at `now`; None: not any more."""
    return now + PAUSES[failures - 1] if failures <= len(PAUSES) else None
