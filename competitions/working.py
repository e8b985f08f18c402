"""What goes on beside the requests in a process that works: its workers, and who looks after their jobs."""

from .hooks.watching import watch_hooks
from .jobs.recovery import keep_renewing
from .jobs.workers import WORKERS, WORKERS_OF_SLOW, Worker


def start_working() -> list[Worker]:
    """Start this process's workers; who wants to end in order stops them."""
    keep_renewing()
    watch_hooks()
    workers = [Worker(quick=number >= WORKERS_OF_SLOW) for number in range(WORKERS)]
    for worker in workers:
        worker.start()
    return workers
