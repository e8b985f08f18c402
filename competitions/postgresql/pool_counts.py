"""How this process uses its connections to PostgreSQL."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import connection
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector


class PoolCollector(Collector):
    """Counts the connections of this process when the metrics are read. Each process has its own, so a query
    over several processes must add the counts up."""

    def collect(self) -> Iterable[Metric]:
        on_postgresql: Any = connection
        if connection.vendor != "postgresql" or on_postgresql.pool is None:
            return
        about = "Connections of this process to PostgreSQL: used, free, and requests waiting for one"
        counts = GaugeMetricFamily("evendeal_database_pool", about, labels=["state"])
        # `get_stats` leaves out counts that are still 0; a `Counter` returns 0 for them.
        pool = Counter(on_postgresql.pool.get_stats())
        counts.add_metric(["used"], pool["pool_size"] - pool["pool_available"])
        counts.add_metric(["free"], pool["pool_available"])
        counts.add_metric(["waiting"], pool["requests_waiting"])
        yield counts
        about = "Times that this process waited for one of its connections to PostgreSQL"
        yield CounterMetricFamily("evendeal_database_pool_waits", about, pool["requests_queued"])
        about = "Times that this process asked for one of its connections to PostgreSQL, and got none"
        yield CounterMetricFamily("evendeal_database_pool_errors", about, pool["requests_errors"])
