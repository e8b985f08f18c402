"""When a series meets, in words."""

from typing import Final

from competitions.models import Every, Series

from ..wording.words import ordinal

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NUMBERS: Final = ("first", "second", "third", "fourth", "last")

SHORTEST_MONTH: Final = 28


def when_it_meets(series: Series) -> str:
    """
    >>> from datetime import time
    >>> when_it_meets(Series(every="week", weekday=4, day=1, at=time(19)))
    'Every Thursday at 19:00'
    >>> when_it_meets(Series(every="month", weekday=None, day=31, at=time(9, 30)))
    'On the 31st of each month, or on its last day, at 09:30'
    >>> when_it_meets(Series(every="month", weekday=4, day=12, at=time(19)))
    'On the second Thursday of each month at 19:00'
    """
    at = f"{series.at:%H:%M}"
    if series.weekday is None:
        if series.day > SHORTEST_MONTH:
            return f"On the {ordinal(series.day)} of each month, or on its last day, at {at}"
        return f"On the {ordinal(series.day)} of each month at {at}"
    weekday = WEEKDAYS[series.weekday - 1]
    if series.every == Every.WEEK:
        return f"Every {weekday} at {at}"
    return f"On the {NUMBERS[(series.day - 1) // 7]} {weekday} of each month at {at}"


def zone_in_words(series: Series) -> str:
    """The zone as a place.

    >>> zone_in_words(Series(zone="America/New_York"))
    'New York'
    """
    return series.zone.rpartition("/")[2].replace("_", " ")
