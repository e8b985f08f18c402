"""Forms that make a series, change it, or skip a date of it."""

import re
from datetime import time
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ...models import Competition, Every
from ...models.competitions import LONGEST_NAME, SHORTEST_NAME
from ...models.series import LONGEST_ZONE, MOST_COUNTED
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Cleaned, Date, Flag, Text, Whole

CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)


class ClockField(Text):
    """A time of day, such as 19:00."""

    default_error_messages: ClassVar = {"invalid": _("Must be a time of day, as 19:00.")}

    def to_internal_value(self, data: Any) -> time:  # type: ignore[override]  # it reads a text as a time
        if not CLOCK.fullmatch(super().to_internal_value(data)):
            self.fail("invalid")
        return time.fromisoformat(data)


class TemplateField(Text):
    """The id of a competition. The module `contests.series.organise` checks that the caller organises the
    competition."""

    default_error_messages: ClassVar = {"unknown": _("Name a contest that you organise.")}

    def to_internal_value(self, data: Any) -> Competition:  # type: ignore[override]  # it finds the competition
        text = super().to_internal_value(data)
        # The text is checked here, since the database refuses lone surrogates and NUL, and validators run
        # only after this method.
        is_id = text.isascii() and text.isalnum()
        competition = Competition.objects.filter(pk=text).first() if is_id else None
        if competition is None:
            self.fail("unknown")
        return competition


TEMPLATE: Final = (
    "The id of a contest that the caller organises. The contests of the series have the "
    "same settings, and last as long."
)
WEEKDAY: Final = (
    "The weekday, from 1 for Monday to 7 for Sunday. A monthly series takes the week of the month from "
    "the template: if the template opened in the second week, the contests open on the "
    "second such weekday. With null, they open on the template's day of the month."
)
AT: Final = "The time of day at which the contests open, in the time zone `zone`, such as `19:00`."
ZONE: Final = "The time zone, as the IANA names it, such as `Europe/Berlin`."
UNTIL: Final = "The last day that may have a contest; null for no end."
BEST: Final = "How many contests of a player count in the table: the best ones. Null if all count."


class SeriesSettings(serializers.Serializer):
    name = Cleaned(SHORTEST_NAME, LONGEST_NAME, required=False, help_text=meanings.NAME)
    weekday = Whole(allow_null=True, required=False, min_value=1, max_value=7, help_text=WEEKDAY)
    until = Date(allow_null=True, required=False, help_text=UNTIL)
    best = Whole(allow_null=True, required=False, min_value=1, max_value=MOST_COUNTED, help_text=BEST)


@meaning("A series to be made. Without a name, it has the name of its template.")
class SeriesForm(SeriesSettings):
    template = TemplateField(help_text=TEMPLATE)
    every = Choice(Every.values, help_text="How often the series has a contest.")
    at = ClockField(help_text=AT)
    zone = Text(max_length=LONGEST_ZONE, help_text=ZONE)


@meaning(
    "The changes of a series. They apply to contests that are not made yet. Fields that are left "
    "out do not change."
)
class SeriesChanges(SeriesSettings):
    template = TemplateField(required=False, help_text=TEMPLATE)
    at = ClockField(required=False, help_text=AT)
    zone = Text(required=False, max_length=LONGEST_ZONE, help_text=ZONE)


@meaning("A date of a series, to be skipped or not.")
class SkipForm(serializers.Serializer):
    date = Date(help_text="A date of the series whose contest is not made yet.")
    skipped = Flag(default=True, help_text="Whether the date has no contest.")
