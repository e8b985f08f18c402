"""How far behind the work in the background is, for `manage.py work` and for `/metrics`."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from . import followers
from .background import WORKS
from .jobs.work import Work
from .ledger.lags import events_behind
from .models import Attempt
from .postgresql.session_counts import count_sessions

UNDONE: Final = (TaskResultStatus.READY, TaskResultStatus.RUNNING, TaskResultStatus.FAILED)


class Backlog(NamedTuple):
    """The numbers of rows of one kind of background work: due rows, due rows that a worker could lease now,
    due rows whose last job failed, and rows that were set aside."""

    due: int
    free: int
    failing: int
    set_aside: int


def backlog_of(work: Work, now: datetime) -> Backlog:
    rows = work.rows
    return Backlog(
        rows.due(now).count(), rows.free(now).count(), rows.failing(now).count(), rows.set_aside().count()
    )


class BacklogCollector(Collector):
    """Each time the metrics are read, counts the work that waits in the database. Every process reports the
    same counts, so a Prometheus query over several processes must take their maximum, not their sum."""

    def collect(self) -> Iterable[Metric]:
        """Return the counts, and `evendeal_database_up`. If a query fails, return only
        `evendeal_database_up`, with the value 0."""
        up = GaugeMetricFamily("evendeal_database_up", "Whether the database answered")
        try:
            found = list(self._counts(timezone.now()))
        except DatabaseError:
            found = []
        up.add_metric([], float(bool(found)))
        return [up, *found]

    def _counts(self, now: datetime) -> Iterable[Metric]:
        rows = GaugeMetricFamily("evendeal_work_rows", "Rows of background work", labels=["work", "state"])
        for work in WORKS:
            for state, count in backlog_of(work, now)._asdict().items():
                rows.add_metric([work.name, state], count)
        yield rows
        jobs = GaugeMetricFamily("evendeal_jobs", "Jobs that are not done", labels=["queue", "status"])
        oldest = GaugeMetricFamily(
            "evendeal_oldest_job_seconds", "How long the oldest job has waited for a worker", labels=["queue"]
        )
        undone = DBTaskResult.objects.filter(status__in=UNDONE).order_by().values_list("queue_name", "status")
        for queue, status, count, since in undone.annotate(Count("pk"), Min("enqueued_at")):
            jobs.add_metric([queue, status.lower()], count)
            if status == TaskResultStatus.READY:
                oldest.add_metric([queue], (now - since).total_seconds())
        yield from (jobs, oldest)
        behind = GaugeMetricFamily(
            "evendeal_follower_events_behind", "Events that a follower has not taken", labels=["follower"]
        )
        events = events_behind()
        for follower in followers.FOLLOWERS:
            behind.add_metric([follower.name], events.get(follower.name, 0))
        yield behind
        overdue = Attempt.objects.overdue(now, since=None).count()
        yield GaugeMetricFamily("evendeal_overdue_attempts", "Running attempts past their end", value=overdue)
        if connection.vendor == "postgresql":
            yield from _sessions()


def _sessions() -> Iterable[Metric]:
    used, most = count_sessions()
    yield GaugeMetricFamily("evendeal_database_sessions", "Open sessions of PostgreSQL", value=used)
    yield GaugeMetricFamily("evendeal_database_sessions_max", "max_connections of PostgreSQL", value=most)
