"""One transaction for the work of many threads: a thread that comes during a transaction waits for the next.

A commit costs the same for one piece of work as for fifty. There is no worker
thread: the first thread that comes does all the work that waits when its
transaction begins, and the thread that has waited longest does the next. A thread
that is alone does not wait at all.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Generic, NamedTuple, TypeVar

from django.db import transaction

from ..outages import close_connection

T = TypeVar("T")
R = TypeVar("R")

MOST_TOGETHER: Final = 100


class Decided(NamedTuple, Generic[R]):
    """What comes of some pieces of work."""

    outcomes: Sequence[R | Exception]
    """The result of each, or the exception to raise in its thread."""
    write: Callable[[], None]
    """Writes what was decided."""


class _Waiting(Generic[T, R]):
    """One piece of work and the thread that waits for it."""

    def __init__(self, work: T) -> None:
        self.work = work
        self.woken = threading.Event()
        self.taken = False
        """Whether another thread's transaction has taken it."""
        self.outcome: R | Exception | None = None
        """None until it is done, and also if the transaction that it was part of failed."""


class Together(Generic[T, R]):
    """Does the work of several threads in shared transactions.

    `decide` is called in a transaction with all pieces of work, in the order in which
    they came. If `decide` or the writing raises, nothing is done, and each
    piece is tried alone, so that one does not make the others fail.

    The next transaction begins after this one's commit. If it began before, it would
    wait for the locks of this one, with the few pieces that had come by then.
    """

    def __init__(self, decide: Callable[[Sequence[T]], Decided[R]]) -> None:
        self._decide = decide
        self._changing = threading.Lock()
        self._busy = False
        self.waiting: list[_Waiting[T, R]] = []

    def __call__(self, work: T) -> R:
        """The result of the work, after its commit; inside a transaction, the work is part of that one."""
        if not transaction.get_autocommit():
            return self._alone(work)
        mine: _Waiting[T, R] = _Waiting(work)
        with self._changing:
            self.waiting.append(mine)
            first = not self._busy
            self._busy = True
        if not first:
            close_connection()  # they are few, and a thread that waits needs none
            mine.woken.wait()
        if not mine.taken:
            self._lead(mine)
        return self._alone(work) if mine.outcome is None else _result(mine.outcome)

    def _lead(self, mine: _Waiting[T, R]) -> None:
        """Do all the work that waits, this thread's own too."""
        batch: list[_Waiting[T, R]] = []
        try:
            with transaction.atomic():
                batch = self._take()
                outcomes, write = self._decide([each.work for each in batch])
                # Before anything else that follows the commit, so that no thread waits for that.
                transaction.on_commit(partial(self._finish, batch, outcomes))
                write()
        except BaseException as error:
            if mine.outcome is not None:  # it is done, and something after the commit failed
                raise
            self._finish(batch or self._take(), ())
            if not isinstance(error, Exception):
                raise
            # Each thread tries its own work alone, this one too, and the one at fault gets the error again.

    def _take(self) -> list[_Waiting[T, R]]:
        with self._changing:
            batch, self.waiting = self.waiting[:MOST_TOGETHER], self.waiting[MOST_TOGETHER:]
        for each in batch:
            each.taken = True
        return batch

    def _finish(self, batch: Sequence[_Waiting[T, R]], outcomes: Sequence[R | Exception]) -> None:
        """Let the thread that has waited longest begin, and wake those of this batch."""
        with self._changing:
            self._busy = bool(self.waiting)
            if self.waiting:
                self.waiting[0].woken.set()
        _answer(batch, outcomes)

    def _alone(self, work: T) -> R:
        with transaction.atomic():
            [outcome], write = self._decide([work])
            write()
        return _result(outcome)


def _answer(batch: Sequence[_Waiting[T, R]], outcomes: Sequence[R | Exception]) -> None:
    """Wake the threads that waited; without outcomes each tries its work alone."""
    for each, outcome in zip(batch, outcomes):  # noqa: B905 - there may be no outcomes
        each.outcome = outcome
    for each in batch:
        each.woken.set()


def _result(outcome: R | Exception) -> R:
    if isinstance(outcome, Exception):
        raise outcome
    return outcome
