"""The form that makes a series from a contest, and the forms of its organiser's acts."""

from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.contests.series.organise import SKIPPED_AHEAD
from competitions.contests.series.planned import planned_dates
from competitions.dates import written_date
from competitions.models import Every, Series
from competitions.models.competitions import LONGEST_NAME, SHORTEST_NAME
from competitions.models.series import LONGEST_ZONE, MOST_COUNTED

from ..forms.fields import NAMELESS, CleanedText, FormNumber

ON_DAYS: Final = [(str(number), day) for number, day in enumerate(WEEKDAYS.values(), start=1)]

DAY: Final = "day"

RHYTHMS: Final = [
    (Every.WEEK, _("Every week")),
    (Every.MONTH, _("Every month on the weekday below: the second Thursday, for example")),
    (DAY, _("Every month on the same day as this contest: the 15th, for example")),
]


class SeriesForm(forms.Form):
    """The name, the rhythm and the table of a series. A script fills in the viewer's own zone."""

    name = CleanedText(
        label=_("Name of the series"),
        help_text=format_lazy(
            ngettext_lazy(
                "{shortest} to {longest} character. Each contest adds its date.",
                "{shortest} to {longest} characters. Each contest adds its date.",
                LONGEST_NAME,
            ),
            shortest=SHORTEST_NAME,
            longest=LONGEST_NAME,
        ),
        error_messages=NAMELESS,
    )
    weekday = forms.TypedChoiceField(label=_("Weekday"), choices=ON_DAYS, coerce=int)
    at = forms.TimeField(
        label=_("Opens at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M"],
    )
    zone = CleanedText(
        label=_("Time zone"),
        max_length=LONGEST_ZONE,
        help_text=_("The hour stays the same when the clocks change. Write the zone as Europe/Berlin."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    until = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Leave it empty to go on until you end it."),
    )
    best = forms.IntegerField(
        label=_("Contests that count"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTED,
        help_text=_("The table counts each player's best contests. Leave it empty to count all."),
    )


class NewSeriesForm(SeriesForm):
    every = forms.ChoiceField(
        label=_("How often"), choices=RHYTHMS, initial=Every.WEEK, widget=forms.RadioSelect
    )
    number = FormNumber()

    field_order = ("name", "every")

    @property
    def asked(self) -> dict[str, Any]:
        """The valid form's values, as arguments for `make_series`."""
        asked = {name: value for name, value in self.cleaned_data.items() if name != "number"}
        return asked | {"every": Every.MONTH, "weekday": None} if asked["every"] == DAY else asked


class SeriesActForm(forms.Form):
    """A form for an act of the organiser, such as ending the series. Subclasses add fields."""

    def __init__(self, *args: Any, series: Series, **options: Any) -> None:
        super().__init__(*args, **options)
        self.series = series


class SeriesChangeForm(SeriesActForm, SeriesForm):
    """The settings of a series that may change, with their present values."""

    def __init__(self, *args: Any, series: Series, **options: Any) -> None:
        super().__init__(*args, series=series, **options)
        for name in SeriesForm.base_fields:
            self.fields[name].initial = getattr(series, name)
        if series.weekday is None:
            del self.fields["weekday"]


class DateForm(SeriesActForm):
    """A choice among the next dates without a contest: those that are not skipped or, if `wants_skipped`,
    those that are."""

    date = forms.TypedChoiceField(label=_("Which date"))
    wants_skipped = False

    def __init__(self, *args: Any, series: Series, **options: Any) -> None:
        super().__init__(*args, series=series, **options)
        skipped = {each.date for each in series.skipped.all()}
        days = planned_dates(series, timezone.now(), most=SKIPPED_AHEAD, with_skipped=True)
        self.fields["date"].choices = [  # type: ignore[attr-defined]  # a choice field has them
            (day.isoformat(), written_date(day, "weekday_date"))
            for day, _ in days
            if (day in skipped) is self.wants_skipped
        ]


class SkippedDateForm(DateForm):
    wants_skipped = True
