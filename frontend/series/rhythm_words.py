"""When the contests of a series open, in words."""

from typing import Final

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from competitions.models import Every, Series

from ..wording.words import ordinal_form

ON_A_WEEKDAY: Final = (
    _("On the first {weekday} of each month at {at}"),
    _("On the second {weekday} of each month at {at}"),
    _("On the third {weekday} of each month at {at}"),
    _("On the fourth {weekday} of each month at {at}"),
    _("On the last {weekday} of each month at {at}"),
)
"""Sentences that say when a monthly series meets: on the first, second, third, fourth or last Thursday of a
month, for example."""

SHORTEST_MONTH: Final = 28


def when_it_meets(series: Series) -> str:
    """The days and the time of day at which a series meets.

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
            sentence = gettext("On the {day} of each month, or on its last day, at {at}")
        else:
            sentence = gettext("On the {day} of each month at {at}")
        return sentence.format(day=_in_month(series.day), at=at)
    weekday = WEEKDAYS[series.weekday - 1]
    if series.every == Every.WEEK:
        return gettext("Every {weekday} at {at}").format(weekday=weekday, at=at)
    return str(ON_A_WEEKDAY[(series.day - 1) // 7]).format(weekday=weekday, at=at)


def _in_month(day: int) -> str:
    """A day of the month in a sentence, such as `31st`."""
    match ordinal_form(day):
        case "one":
            said = pgettext("day of the month", "{day}st")
        case "two":
            said = pgettext("day of the month", "{day}nd")
        case "few":
            said = pgettext("day of the month", "{day}rd")
        case _:
            said = pgettext("day of the month", "{day}th")
    return said.format(day=day)


def zone_in_words(series: Series) -> str:
    """The place after which the series' time zone is named.

    >>> zone_in_words(Series(zone="America/New_York"))
    'New York'
    """
    return series.zone.rpartition("/")[2].replace("_", " ")
