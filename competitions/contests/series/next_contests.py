"""The job that makes the next contests of series: each only once, a week before it opens."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks import task

from ...jobs.due_rows import DueRows
from ...jobs.work import Work
from ...models import Kind, Series
from ..create import create_competition
from .planned import plan_next
from .rhythm import Rhythm
from .template import name_on, plan_at


class DueSeries(DueRows[Series]):
    """The series whose next contest is to be made now."""

    def due(self, now: datetime) -> "QuerySet[Series]":
        return self.rows.filter(make_at__lte=now)


@task()
def make_contests() -> None:
    """Make the contests that are due, during one slice of time."""
    WORK.run(lambda end: SERIES.work_off(lambda row: make_next(row, timezone.now()), end))


SERIES: Final = DueSeries(Series.objects.all(), whose=("organiser",))

WORK: Final = Work("series", SERIES, make_contests, look_every_s=60.0)


def make_next(row: Series, now: datetime) -> None:
    """Make the contest that is due in a series, whose row the job has leased. Dates that passed while the
    site was down are left out. If the organiser was banned or has left, the series ends."""
    with transaction.atomic():
        series = SERIES.mine(row).select_for_update(no_key=True).first()
        if series is None:
            return
        if series.organiser.plays_no_more:
            series.ended_at, series.next_on, series.make_at = now, None, None
        while series.next_on is not None and series.make_at is not None and series.make_at <= now:
            if Rhythm.of(series).opening(series.next_on) > now:
                _make(series, now)
            plan_next(series, now)
        series.save(update_fields=["ended_at", "next_on", "make_at"])
        SERIES.release(series)


def _make(series: Series, now: datetime) -> None:
    rhythm, day = Rhythm.of(series), series.next_on
    assert day is not None
    name, opens_at = name_on(series.name, day), rhythm.opening(day)
    plan = plan_at(series.settings, name=name, opens_at=opens_at, zone=rhythm.zone)
    create_competition(
        organiser=series.organiser, plan=plan, now=now, kind=Kind.SERIES, series=series, series_on=day
    )
