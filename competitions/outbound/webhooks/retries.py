"""Retries of a delivery that was not accepted: after growing pauses, for a day."""

import random
from datetime import datetime, timedelta
from typing import Final

FIRST: Final = timedelta(seconds=5)
GROWTH: Final = 3
LONGEST: Final = timedelta(hours=3)

JITTER: Final = 0.2
"""Each pause is lengthened or shortened at random by up to this share, so that retries of many deliveries do
not come all at once."""

PATIENCE: Final = timedelta(hours=24)
"""The time from the first failure to the last try."""


def next_try(first: datetime, failures: int, now: datetime) -> datetime | None:
    """Return when to send the delivery again after `failures` failures, the first of them at `first`. Return
    None if the day for retries is over."""
    last = first + PATIENCE
    if now >= last:
        return None
    pause: timedelta = min(FIRST * GROWTH ** min(failures - 1, 10), LONGEST)
    return min(now + pause * random.uniform(1 - JITTER, 1 + JITTER), last)
