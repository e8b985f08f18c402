"""Acts that are done at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do each act in a thread of its own, all started together; return what each gives."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(run, act) for act in acts]]
