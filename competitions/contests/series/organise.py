"""Acts of the organiser of a series: make it, change the contests to come, skip a date, end it."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ...embargo.visibility import organised_by
from ...models import Competition, Every, Player, Series
from ...models.competitions import LONGEST_NAME, SHORTEST_NAME
from ...models.series import MOST_SERIES
from ...people.clean_text import clean
from ...people.form_repeats import made_once
from ...people.locks import lock_player
from ...refusals import Refusal, invalid
from ...translatable import with_facts
from ..plans import check_plan
from .next_contests import WORK
from .planned import plan_next, planned_dates
from .rhythm import known_zone
from .template import plan_at, settings_of

SKIPPED_AHEAD: Final = 60
"""How many of the next dates may be skipped beforehand: somewhat more than a year of a weekly series."""


TOO_MANY: Final = ngettext_lazy(
    "A player has at most %(most)d series: end it first.",
    "A player has at most %(most)d series: end one first.",
    "most",
)


def make_series(
    *,
    organiser: Player,
    template: Competition,
    every: str,
    at: time,
    zone: str,
    now: datetime,
    name: str | None = None,
    weekday: int | None = None,
    until: date | None = None,
    best: int | None = None,
) -> Series:
    """Make a series of contests like `template`. A job makes its contests.

    Without a name, the series has the name of the template. Without a weekday, a weekly series is on the
    weekday on which the template opened, and a monthly series on the day of the month on which it opened.
    Raises `invalid` for values that do not fit, and `full` if the organiser has too many series that go on.
    """
    series = Series(organiser=organiser, every=every, at=at, until=until, best=best, created_at=now)
    series.name = _clean_name(template.name if name is None else name)
    series.zone, series.weekday = known_zone(zone), weekday
    _take_template(series, template, now)
    with transaction.atomic():
        lock_player(organiser)
        if organiser.series.filter(ended_at=None).count() >= MOST_SERIES:
            raise Refusal("full", with_facts(TOO_MANY, most=MOST_SERIES))
        plan_next(series, now)
        if series.next_on is None:
            raise invalid("until", _("The series has no date up to this day."))
        series.save(force_insert=True)
        WORK.ask()
    return series


def make_series_once(*, organiser: Player, key: str | None, now: datetime, **asked: Any) -> Series:
    """Make a series. If the organiser has sent the form with this `key` within the last day, return the
    series that was made then. Without a key, a series is always made. Raises what `make_series` raises."""
    made = made_once(
        lambda: make_series(organiser=organiser, now=now, **asked).pk,
        form="form of a series",
        player=organiser,
        key=key,
        now=now,
    )
    return Series.objects.get(pk=made)


def change_series(
    *,
    series: Series,
    organiser: Player,
    changes: Mapping[str, Any],
    now: datetime,
    first: Callable[[], None] = lambda: None,
) -> Series:
    """Change the contests that are not made yet. `changes` has new values by the names of the arguments of
    `make_series`, but `every` never changes.

    A week or month with a contest gets no second one. Raises `invalid` for values that do not fit,
    `forbidden` unless the organiser made the series, and `wrong_state` if it was ended. `first` is called
    with the series' row locked, and stops the change if it raises.
    """
    with transaction.atomic():
        held = hold_series(series, organiser)
        first()
        _require_goes_on(held)
        if "name" in changes:
            held.name = _clean_name(changes["name"])
        if "zone" in changes:
            held.zone = known_zone(changes["zone"])
        for name in ("weekday", "at", "until", "best"):
            if name in changes:
                setattr(held, name, changes[name])
        if "template" in changes:
            _take_template(held, changes["template"], now)
        _require_weekday(held)
        plan_next(held, now)
        held.save()
        WORK.ask()
    return held


def skip_date(*, series: Series, organiser: Player, date: date, skips: bool, now: datetime) -> Series:
    """Skip a date of the series, or with `skips=False` no longer skip it.

    Raises `invalid` unless the date is one of the next `SKIPPED_AHEAD` dates of the series. Raises
    `wrong_state` if the contest of the date is made already or the series was ended, and `forbidden` unless
    the organiser made the series.
    """
    with transaction.atomic():
        held = hold_series(series, organiser)
        _require_goes_on(held)
        if held.contests.filter(series_on=date).exists():
            raise Refusal("wrong_state", _("The contest of this date is made already: cancel that contest."))
        if date not in dict(planned_dates(held, now, most=SKIPPED_AHEAD, with_skipped=True)):
            raise invalid("date", _("The series has no contest to be made on this date."))
        if skips:
            held.skipped.get_or_create(date=date)
        else:
            held.skipped.filter(date=date).delete()
        plan_next(held, now)
        held.save()
        WORK.ask()
    return held


def end_series(*, series: Series, organiser: Player, now: datetime) -> Series:
    """End the series. Contests that are made already take place. A series that was ended stays as it is.
    Raises `forbidden` unless the organiser made the series."""
    with transaction.atomic():
        held = hold_series(series, organiser)
        if held.ended_at is None:
            held.ended_at, held.next_on, held.make_at = now, None, None
            held.save()
    return held


def end_all_series(*, player: Player) -> None:
    """End all series of a player who leaves."""
    going_on = Series.objects.select_for_update(no_key=True).filter(organiser=player, ended_at=None)
    for series in going_on.order_by("pk"):
        end_series(series=series, organiser=player, now=timezone.now())


def forget_about(*, organiser: Player, about: str) -> None:
    """Remove this description from all series of the organiser, so that no later contest shows it."""
    for series in (
        organiser.series.select_for_update(no_key=True).filter(settings__about=about).order_by("pk")
    ):
        series.settings["about"] = ""
        series.save(update_fields=["settings"])


def hold_series(series: Series, organiser: Player) -> Series:
    """Lock the series' row until the transaction ends, and return the series. Raises `forbidden` unless the
    organiser made the series."""
    held = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
    if held.organiser_id != organiser.pk:
        raise Refusal("forbidden", _("Only the organiser of the series may do this."))
    return held


def _require_goes_on(series: Series) -> None:
    if series.ended_at is not None:
        raise Refusal("wrong_state", _("The series has ended."))


def _clean_name(name: str) -> str:
    return clean(name, field="name", shortest=SHORTEST_NAME, longest=LONGEST_NAME)


def _take_template(series: Series, template: Competition, now: datetime) -> None:
    """Copy the template's settings to the series, and set the series' `first_on`, its `day` and, if it is
    weekly and has none, its `weekday`. Raises `invalid` for a competition that the organiser of the series
    does not organise, or that a series cannot repeat."""
    if template.pk not in organised_by(series.organiser, [template]):
        raise invalid("template", _("Name a contest that you organise."))
    zone = ZoneInfo(series.zone)
    series.settings = settings_of(template, zone)
    try:
        check_plan(plan_at(series.settings, name={"name": series.name}, opens_at=now, zone=zone), now)
    except Refusal:
        raise invalid("template", _("Its rounds do not fit between its opening and its close.")) from None
    opened = template.opening.astimezone(zone).date()
    series.day = opened.day
    takes_place = template.published_at is not None and template.cancelled_at is None
    series.first_on = opened + timedelta(days=1) if takes_place else now.astimezone(zone).date()
    if series.every == Every.WEEK and series.weekday is None:
        series.weekday = opened.isoweekday()


def _require_weekday(series: Series) -> None:
    if series.every == Every.WEEK and series.weekday is None:
        raise invalid("weekday", _("A weekly series has a weekday."))
