"""What this process counts and times, for `/metrics` (SERVICE.md, section 9)."""

from typing import Final

from prometheus_client import Counter, Histogram

REQUESTS: Final = Counter("evendeal_requests", "Answered requests", ["route", "method", "status"])
SECONDS: Final = Histogram(
    "evendeal_request_seconds",
    "Seconds from the first middleware to the answer",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
PROBLEMS: Final = Counter("evendeal_problems", "Refusals, by the code of the problem", ["code"])
LOGS: Final = Counter("evendeal_logs", "Stored logs, repeated ones included", ["verdict"])
MOVES: Final = Counter("evendeal_moves", "Moves that were played on the server and stored")
