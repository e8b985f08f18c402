"""Long work at large fields, their first reading and their orders: one thread of the process does it at a
time, and a thread that serves many does not wait for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, local
from typing import Final

from ..refusals import Refusal

LARGE: Final = 20_000
"""How many entries, results and lines of orders a large field has at least. To read as many takes a tenth of
a second."""

RETRY_S: Final = 3
"""How soon a client may ask again for a field that another thread works at, in seconds."""

SWITCH_S: Final = 0.0005
"""How long the interpreter stays with this work while other threads want to go on: they take many turns to
make a page, and lose so much at each."""

this_thread: Final = local()
_alone: Final = RLock()


def never_wait_for_it() -> None:
    """From now on, this thread waits for no other's long work: it gets `unavailable` instead."""
    this_thread.waits = False


def waits() -> bool:
    """Whether this thread waits for the long work of others."""
    return getattr(this_thread, "waits", True)


def being_read() -> Refusal:
    return Refusal(
        "unavailable",
        "The standings of a large contest are being read. Ask again in some seconds.",
        retry_after=RETRY_S,
    )


@contextmanager
def long_work(size: int) -> Iterator[None]:
    """Work at so many entries, results and lines; if these are many, alone.

    Raises `unavailable` if another thread is at such work and this one may not wait.
    """
    if size < LARGE:
        yield
        return
    if not _alone.acquire(blocking=waits()):
        raise being_read()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
        _alone.release()
