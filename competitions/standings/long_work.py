"""Long work on large fields: reading them, and making their orders. One thread of the process does it at a
time; threads that serve many requests do not wait for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, local
from typing import Final

from ..refusals import Refusal

LARGE: Final = 20_000
"""The number of entries, results and lines of orders that makes a field large. Reading so many takes 0.1
s."""

RETRY_S: Final = 3
"""The seconds after which a client may ask again for a field that another thread is working on."""

SWITCH_S: Final = 0.0005
"""The interpreter's switch interval during this work. Other threads switch often to make a page, and wait
up to this long each time."""

this_thread: Final = local()
_alone: Final = RLock()


def never_wait_for_it() -> None:
    """From now on, this thread gets `unavailable` rather than wait for long work of others."""
    this_thread.waits = False


def may_wait() -> bool:
    """Whether this thread waits for long work of others."""
    return getattr(this_thread, "waits", True)


def field_is_busy() -> Refusal:
    return Refusal(
        "unavailable",
        "The standings of a large contest are being read. Ask again in some seconds.",
        retry_after=RETRY_S,
    )


@contextmanager
def long_work(size: int) -> Iterator[None]:
    """A context for work on `size` entries, results and lines. Large work runs alone.

    Raises `unavailable` if another thread is at large work and this one may not wait.
    """
    if size < LARGE:
        yield
        return
    if not _alone.acquire(blocking=may_wait()):
        raise field_is_busy()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
        _alone.release()
