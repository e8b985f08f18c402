"""The forms in which people read days and times. Each language has its own."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

# Translators: All texts in the context "form of a date" are letters of Django's date formats.
FORMS: Final[Mapping[str, str | Promise]] = {
    "time": pgettext_lazy("form of a date", "H:i"),
    "second": pgettext_lazy("form of a date", "H:i:s"),
    "day": pgettext_lazy("form of a date", "j F"),
    "short_day": pgettext_lazy("form of a date", "j M"),
    "date": pgettext_lazy("form of a date", "j F Y"),
    "short_date": pgettext_lazy("form of a date", "j M Y"),
    "weekday": pgettext_lazy("form of a date", "l, j F"),
    "weekday_date": pgettext_lazy("form of a date", "l, j F Y"),
    "short_weekday_date": pgettext_lazy("form of a date", "D, j M Y"),
    "month": pgettext_lazy("form of a date", "F Y"),
    "day_time": pgettext_lazy("form of a date", "j F, H:i"),
    "short_day_time": pgettext_lazy("form of a date", "j M, H:i"),
    "short_day_second": pgettext_lazy("form of a date", "j M, H:i:s"),
    "date_time": pgettext_lazy("form of a date", "j F Y, H:i"),
    "short_date_time": pgettext_lazy("form of a date", "j M Y, H:i"),
}


def written_date(when: date, form: str) -> str:
    """A day or a time in one of the `FORMS`.

    >>> written_date(date(2026, 11, 29), "short_weekday_date")
    'Sun, 29 Nov 2026'
    """
    return date_format(when, str(FORMS[form]))
