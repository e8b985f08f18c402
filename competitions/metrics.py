"""The counters and timers of this process, for `/metrics`."""

from typing import Final

from django.http import HttpRequest
from prometheus_client import Counter, Gauge, Histogram

REQUESTS: Final = Counter("evendeal_requests", "Answered requests", ["route", "method", "status"])
SECONDS: Final = Histogram(
    "evendeal_request_seconds",
    "Seconds from the first middleware to the answer",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
PROBLEMS: Final = Counter(
    "evendeal_problems", "Answers with a problem, by its code, repeated ones included", ["route", "code"]
)
LOGS: Final = Counter("evendeal_logs", "Stored logs, repeated ones included", ["verdict"])
MOVES: Final = Counter("evendeal_moves", "Moves that were played on the server and stored")
CONNECTIONS_OPEN: Final = Gauge(
    "evendeal_connections",
    "Open sockets and streams, about standings or about the games and notices of one player",
    ["about"],
)
FEED_SECONDS: Final = Histogram(
    "evendeal_feed_seconds",
    "Seconds from the commit of a change to the standings sent to the watchers in this process",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

NO_ROUTE: Final = "none"
"""The route of an address that leads nowhere, and of a request that is refused before its route is known."""


def route_of(request: HttpRequest) -> str:
    """The route of a request, for a label of a metric. The path is no label, because strangers can request
    any number of different paths, and each new label would take memory."""
    return request.resolver_match.route if request.resolver_match else NO_ROUTE
