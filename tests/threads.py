"""Acts that are done at the same moment."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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


def at_once_while(acts: Sequence[Callable[[], Any]], *looks: Callable[[], object]) -> list[Any]:
    """Do these acts at once, and look again and again until all are done; return what each act gives."""
    done: list[object] = []

    def counted(act: Callable[[], Any]) -> Any:
        try:
            return act()
        finally:
            done.append(act)

    def watched(look: Callable[[], object]) -> None:
        while len(done) < len(acts):
            look()

    given = at_once(*(partial(counted, act) for act in acts), *(partial(watched, look) for look in looks))
    return given[: len(acts)]
