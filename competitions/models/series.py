"""Series: contests that are made again and again, with the same settings."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q

from .choices import Every
from .competitions import LONGEST_NAME
from .entries import Entry
from .ids import PublicIdField
from .leases import Leased
from .players import Player

MOST_SERIES: Final = 20
"""How many series of one player may be going on at the same time at most."""

MOST_COUNTED: Final = 100
"""The largest value of `Series.best`, the number of a player's contests that count."""

LONGEST_ZONE: Final = 64


class Series(Leased):
    """The rhythm and the settings of a series. A job makes each contest a week before it opens."""

    id = PublicIdField()
    organiser = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="series")
    settings = models.JSONField()
    """The settings of each contest, copied from the competition whose id is stored under `template`. Each
    time is stored as a length: days and seconds after the contest opens."""
    first_on = models.DateField()
    """The first day that may have a contest: the day after the template opens. If the template is unpublished
    or cancelled, the day on which the template was chosen."""
    name = models.CharField(max_length=LONGEST_NAME)
    every = models.CharField(max_length=5, choices=Every.choices)
    weekday = models.PositiveSmallIntegerField(null=True, blank=True)
    """The weekday of the contests, from 1 for Monday to 7 for Sunday. Null if the contests are on a day of
    the month."""
    day = models.PositiveSmallIntegerField()
    """The day of the month on which the template opened. Only monthly series use it: without a `weekday`,
    contests are on this day. With one, 1 to 7 mean the first such weekday of the month, 8 to 14 the second,
    and so on."""
    at = models.TimeField()
    """When the contests open, by the clocks of the zone `zone`."""
    zone = models.CharField(max_length=LONGEST_ZONE)
    """The name of the time zone, as the IANA lists it."""
    until = models.DateField(null=True, blank=True)
    """The last day on which a contest may open; null for no end."""
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many of each player's contests count in the table: the best ones. Null if all count."""
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    """When the series was ended: by the organiser, or because the organiser was banned or left. Null while it
    goes on."""
    next_on = models.DateField(null=True, blank=True)
    """The date of the next contest to be made; null if there is none."""
    make_at = models.DateTimeField(null=True, blank=True)
    """When the next contest is to be made: a week before it opens. Null if there is none."""
    version = models.PositiveIntegerField(default=0)
    """How many times the series' table of points has changed."""

    class Meta:
        verbose_name_plural = "series"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("make_at",), condition=Q(make_at__isnull=False), name="series_to_be_made"),
        )
        constraints: ClassVar = (
            models.CheckConstraint(condition=Q(every__in=Every.values), name="series_rhythm_known"),
            models.CheckConstraint(
                condition=Q(every=Every.MONTH, weekday=None)
                | Q(weekday__isnull=False, weekday__range=(1, 7)),
                name="series_weekday_in_range",
            ),
            models.CheckConstraint(condition=Q(day__range=(1, 31)), name="series_day_in_range"),
            models.CheckConstraint(
                condition=Q(best=None) | Q(best__range=(1, MOST_COUNTED)), name="series_best_in_range"
            ),
            models.CheckConstraint(
                condition=Q(next_on=None, make_at=None) | Q(next_on__isnull=False, make_at__isnull=False),
                name="series_next_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(next_on=None), name="series_ended_makes_no_more"
            ),
        )

    def __str__(self) -> str:
        return f"series {self.id}"


class SkippedDate(models.Model):
    """A date on which a series has no contest, because its organiser skips it."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="skipped", db_index=False)
    date = models.DateField()

    class Meta:
        ordering = ("date",)
        constraints = (models.UniqueConstraint(fields=("series", "date"), name="series_date_skipped_once"),)

    def __str__(self) -> str:
        return f"{self.series_id} on {self.date}"


class SeriesResult(models.Model):
    """An entry's place in a certified contest of a series. The entry's points follow from the place."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="+", primary_key=True)
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="results", db_index=False)
    place = models.PositiveIntegerField()
    sharing = models.PositiveIntegerField()
    """How many entries share the place, including this one."""

    class Meta:
        indexes = (models.Index(fields=("series", "place"), name="series_result_by_place"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(place__gte=1, sharing__gte=1), name="series_result_has_a_place"
            ),
        )

    def __str__(self) -> str:
        return f"place of {self.entry_id}"
