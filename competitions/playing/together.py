"""One transaction for the work of many threads: who comes while another is at it waits for the next.

A commit costs the same for one piece of work as for fifty. Nobody is asked to
do it for the others: the first who comes does all that waits when its
transaction begins, and then hands on to who has waited longest. One alone does
not wait at all.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

from django.db import connection, transaction

Work = TypeVar("Work")
Done = TypeVar("Done")

MOST_TOGETHER: Final = 100


class _Waiting(Generic[Work, Done]):
    """One piece of work and the thread that waits for it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.woken = threading.Event()
        self.taken = False
        """By another's transaction."""
        self.outcome: Done | Exception | None = None
        """None as long as it is not done; also if those that were done with it failed."""


class Together(Generic[Work, Done]):
    """Does work in transactions that it shares.

    `do` is called in a transaction with all pieces, in the order in which they
    came, and gives for each what came of it, or what is to be raised to who
    asked. If it raises, nothing is done, and each piece is tried alone, so that
    one does not fail the others.
    """

    def __init__(self, do: Callable[[Sequence[Work]], Sequence[Done | Exception]]) -> None:
        self._do = do
        self._changing = threading.Lock()
        self._busy = False
        self._waiting: list[_Waiting[Work, Done]] = []

    def __call__(self, work: Work) -> Done:
        """What came of the work, after the commit that holds it; inside a transaction, as a part of that."""
        if connection.in_atomic_block:
            return self._alone(work)
        mine = _Waiting[Work, Done](work)
        with self._changing:
            self._waiting.append(mine)
            first = not self._busy
            self._busy = True
        if not first:
            connection.close()  # there are only so many, and they are for who works
            mine.woken.wait()
        if not mine.taken:
            self._lead(mine)
        return self._alone(work) if mine.outcome is None else _result(mine.outcome)

    def _lead(self, mine: _Waiting[Work, Done]) -> None:
        """Do all that waits, this thread's own among it, and hand on."""
        batch: list[_Waiting[Work, Done]] = []
        try:
            with transaction.atomic():
                batch = self._take()
                outcomes = self._do([each.work for each in batch])
                # First of all that follows the commit: none waits for what else does.
                transaction.on_commit(partial(self._finish, batch, outcomes))
        except BaseException as error:
            if mine.outcome is None:  # else it is done, and what failed came after
                self._finish(batch or self._take(), ())
            if mine.outcome is not None or not isinstance(error, Exception):
                raise
            # Each tries it alone, this thread too, and whoever it is about meets the error again.

    def _take(self) -> list[_Waiting[Work, Done]]:
        with self._changing:
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        for each in batch:
            each.taken = True
        return batch

    def _finish(self, batch: Sequence[_Waiting[Work, Done]], outcomes: Sequence[Done | Exception]) -> None:
        """Hand on, and wake those who waited."""
        with self._changing:
            self._busy = bool(self._waiting)
            if self._waiting:
                self._waiting[0].woken.set()
        for each, outcome in zip(batch, outcomes):  # noqa: B905 - there may be no outcomes
            each.outcome = outcome
        for each in batch:
            each.woken.set()

    def _alone(self, work: Work) -> Done:
        with transaction.atomic():
            [outcome] = self._do([work])
        return _result(outcome)


def _result(outcome: Done | Exception) -> Done:
    if isinstance(outcome, Exception):
        raise outcome
    return outcome
