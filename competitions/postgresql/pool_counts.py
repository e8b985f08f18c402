"""How this process uses its connections to PostgreSQL."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector


class PoolCollector(Collector):
    """Counts the connections of this process when the metrics are read. Each process has its own, so a query
    over several processes must add the counts up."""

    def collect(self) -> Iterable[Metric]:
        if connection.vendor != "postgresql":
            return
        on_postgresql: Any = connection
        about = "Connections of this process to PostgreSQL that are used or free, and who waits for one"
        counts = GaugeMetricFamily("evendeal_database_pool", about, labels=["state"])
        pool = on_postgresql.pool.get_stats()
        counts.add_metric(["used"], pool["pool_size"] - pool["pool_available"])
        counts.add_metric(["free"], pool["pool_available"])
        counts.add_metric(["waiting"], pool["requests_waiting"])
        yield counts
