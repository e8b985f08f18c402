"""Long work on large contests: reading all entries, and sorting them. Only one thread of the process does
long work at a time. A thread that has called `never_wait_for_it` raises `unavailable` instead of waiting.

A thread that computes for long does so within `switching_often`. Then the interpreter switches between
threads more often, so other threads hardly wait.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock, local
from typing import Final

from django.utils.translation import gettext_lazy as _

from ..refusals import Refusal

LARGE: Final = 20_000
"""The least size of a large field, in the unit of `Field.size`. Reading a field of this size takes 0.1 s."""

RETRY_S: Final = 3
"""The seconds after which a client may ask again for a field that another thread is reading."""

SWITCH_S: Final = 0.0005
"""The interpreter's switch interval, in seconds, while any thread is within `switching_often`. Threads
that make a page or store a move need the interpreter many times, and wait up to this long each time."""

USUAL_SWITCH_S: Final = sys.getswitchinterval()


class SwitchingOften:
    """A context in which the interpreter switches between threads every `SWITCH_S` seconds. Several threads
    may be in it at once."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._threads = 0

    def __enter__(self) -> None:
        with self._changing:
            self._threads += 1
            sys.setswitchinterval(SWITCH_S)

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._threads -= 1
            if not self._threads:
                sys.setswitchinterval(USUAL_SWITCH_S)


switching_often: Final = SwitchingOften()
this_thread: Final = local()
_alone: Final = RLock()


def never_wait_for_it() -> None:
    """Make this thread raise `unavailable` from now on, instead of waiting for long work of other threads."""
    this_thread.waits = False


def may_wait() -> bool:
    """Whether this thread may wait for long work of other threads."""
    return getattr(this_thread, "waits", True)


def field_is_busy() -> Refusal:
    return Refusal(
        "unavailable",
        _("The standings of a large contest are being read. Ask again in some seconds."),
        retry_after=RETRY_S,
    )


@contextmanager
def long_work(size: int) -> Iterator[None]:
    """A context for work of this size, in the unit of `Field.size`. Only one thread at a time does work of
    size `LARGE` or more.

    Raises `unavailable` if another thread does large work and this thread may not wait.
    """
    if size < LARGE:
        yield
        return
    if not _alone.acquire(blocking=may_wait()):
        raise field_is_busy()
    try:
        with switching_often:
            yield
    finally:
        _alone.release()
