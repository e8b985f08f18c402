"""When people are reminded: in the waking hours of their own time zone."""

from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

FIRST_HOUR: Final = 9
LAST_HOUR: Final = 21
"""Nobody is reminded from this hour on, until `FIRST_HOUR` of the next morning."""

DAY: Final = timedelta(days=1)


def is_waking(moment: datetime, zone: ZoneInfo) -> bool:
    return FIRST_HOUR <= moment.astimezone(zone).hour < LAST_HOUR


def first_waking(moment: datetime, zone: ZoneInfo) -> datetime:
    """The first moment in the waking hours that is not before `moment`."""
    if is_waking(moment, zone):
        return moment
    local = moment.astimezone(zone)
    day = local.date() + (DAY if local.hour >= LAST_HOUR else timedelta())
    return datetime.combine(day, time(FIRST_HOUR), zone).astimezone(UTC)


def next_look(now: datetime, zone: ZoneInfo) -> datetime:
    """The next moment after `now` to remind of new deals: the first waking moment from midnight (UTC) on.

    >>> next_look(datetime(2026, 11, 28, 20, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
    datetime.datetime(2026, 11, 29, 8, 0, tzinfo=datetime.timezone.utc)
    >>> next_look(datetime(2026, 11, 28, 20, tzinfo=UTC), ZoneInfo("America/New_York"))
    datetime.datetime(2026, 11, 29, 0, 0, tzinfo=datetime.timezone.utc)
    """
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    looks = (first_waking(midnight + days * DAY, zone) for days in range(3))
    return next(look for look in looks if look > now)
