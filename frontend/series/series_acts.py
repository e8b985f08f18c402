"""Acts of the organiser of a series: the words of each act, and its use case."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.contests.series.organise import change_series, end_series, skip_date
from competitions.models import Series

from .forms import DateForm, SeriesActForm, SeriesChangeForm, SkippedDateForm


@dataclass(frozen=True, kw_only=True)
class SeriesAct:
    """Something that the organiser can do with a series, such as skipping a date."""

    title: str | Promise
    """The words on the act's link and button."""
    asks: str | Promise
    says: Sequence[str | Promise]
    """Sentences that say what the act will do."""
    did: str | Promise
    do: Callable[[Series, Mapping[str, Any]], object]
    form: type[SeriesActForm] = SeriesActForm


def _skip(series: Series, given: Mapping[str, Any], *, skips: bool) -> None:
    skip_date(
        series=series,
        organiser=series.organiser,
        date=date.fromisoformat(given["date"]),
        skips=skips,
        now=timezone.now(),
    )


SERIES_ACTS: Final[Mapping[str, SeriesAct]] = {
    "change": SeriesAct(
        title=_("Change the series"),
        asks=_("What shall be different from now on?"),
        says=[_("Contests that are already made stay as they are.")],
        did=_("The series is changed."),
        do=lambda series, given: change_series(
            series=series, organiser=series.organiser, changes=given, now=timezone.now()
        ),
        form=SeriesChangeForm,
    ),
    "skip": SeriesAct(
        title=_("Skip a date"),
        asks=_("On which date do you not meet?"),
        says=[
            _("There is no contest on this date. A contest that is already made has to be cancelled instead.")
        ],
        did=_("The date is skipped."),
        do=lambda series, given: _skip(series, given, skips=True),
        form=DateForm,
    ),
    "unskip": SeriesAct(
        title=_("Meet after all"),
        asks=_("On which date do you meet after all?"),
        says=[_("The contest is made a week before, as for all other dates.")],
        did=_("The date is no longer skipped."),
        do=lambda series, given: _skip(series, given, skips=False),
        form=SkippedDateForm,
    ),
    "end": SeriesAct(
        title=_("End the series"),
        asks=_("End this series?"),
        says=[
            _("No more contests are made. Those that are already made take place."),
            _("The table stays. You cannot undo this."),
        ],
        did=_("The series has ended."),
        do=lambda series, given: end_series(series=series, organiser=series.organiser, now=timezone.now()),
    ),
}
"""The acts on a series, by the last part of their addresses."""

DONE: Final = {"new": _("The series is made."), **{name: act.did for name, act in SERIES_ACTS.items()}}
"""The message on the page of the series after each act."""


def acts_now(series: Series) -> Sequence[tuple[str, SeriesAct]]:
    """The acts that change something now, with their names."""
    if series.ended_at is not None:
        return []
    return [(name, act) for name, act in SERIES_ACTS.items() if name != "unskip" or series.skipped.all()]
