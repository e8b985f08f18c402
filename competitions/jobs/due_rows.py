"""Rows that are due and worked off one after the other: a worker that takes one has it alone for a while.

If the worker dies, the row is free again after that. A row whose work fails is tried again some times, unless
it would fail in the same way each time. Then it stays on record, and is not due any more.
"""

import logging
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from typing import Final, Generic, TypeVar

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.utils import timezone

from solvers import VERSION

from ..models.solving import Sought
from .workers import ToldToStop

logger = logging.getLogger(__name__)

MOST_TRIES: Final = 3

PAUSE: Final = timedelta(minutes=10)
"""How long a row whose work has failed is left alone."""

SHARE_OF_OTHERS: Final = 1 / 4
"""How often rows that do not come first are taken although some are due that do."""

AT_A_TIME: Final = 20
"""How many rows are looked at to find one that no other worker takes at the same moment."""

T = TypeVar("T", bound=Sought)
S = TypeVar("S")


class TookTooLong(Exception):
    """The time or the memory that there is for a search is used up: nothing is broken."""


@dataclass(frozen=True)
class DueRows(Generic[T]):
    """The rows of one table. Their owners take turns, so that nobody who has many keeps others waiting."""

    rows: "QuerySet[T]"
    """All of them, each with what the work needs."""
    whose: tuple[str, ...]
    """The fields that say who owns a row: what kind of owner first, if kinds take turns, too."""
    order: tuple[str | OrderBy, ...]
    """Which row of an owner comes first, of those that were tried equally often."""
    taken_for: timedelta
    """How long a worker has a row for itself."""
    hopeless: tuple[type[Exception], ...] = ()
    """The errors that would come again at every try."""
    first: Q = field(default_factory=Q)
    """Which rows come first; a share of the work is for the others, too, so that they never wait for ever."""

    def work_off(self, find: Callable[[T], S], store: Callable[[T, S], None], end: float = inf) -> bool:
        """Find what is sought for one row after the other and store it, at least for one, until that moment
        of the monotonic clock. Say whether no row is left that a worker could take now."""
        while (row := self.take(timezone.now())) is not None:
            try:
                store(row, find(row))
            except ToldToStop:
                self.let_go(row)
                return False
            except Exception as error:  # what is wrong with one row keeps no other waiting
                if isinstance(error, TookTooLong):
                    logger.info("%s came to nothing: %s", row, error)
                else:
                    logger.exception("%s came to nothing", row)
                self.note_failure(row, timezone.now(), hopeless=isinstance(error, self.hopeless))
            if time.monotonic() >= end:
                return not self.free(timezone.now()).exists()
        return True

    def take(self, now: datetime) -> T | None:
        """A row that is due, taken for a while; None if there is none that nobody has taken.

        Of an owner's rows those come first that were tried least.
        """
        self.give_up(now)
        free = self._next_rows(now)
        owners = free.order_by().values_list(*self.whose).distinct()
        for owner in turns_by_chance(owners):
            theirs = free.filter(**dict(zip(self.whose, owner, strict=True))).order_by("tries", *self.order)
            for row in theirs[:AT_A_TIME]:
                # Nothing of other tables is asked: PostgreSQL would not look at those again once it has
                # waited for another worker's update.
                mine = self.rows.filter(pk=row.pk, due=True, free_at=row.free_at)
                if mine.update(free_at=now + self.taken_for, tries=F("tries") + 1):
                    return row
        return None

    def _next_rows(self, now: datetime) -> "QuerySet[T]":
        """The free rows to take one of: those that come first, but for the share of the others."""
        free = self.free(now)
        if not self.first or random.random() < SHARE_OF_OTHERS:
            return free
        first = free.filter(self.first)
        return first if first.exists() else free

    def free(self, now: datetime) -> "QuerySet[T]":
        """The rows that a worker could take now."""
        # One that would be free only much later was taken before a clock was set back.
        much_later = now + max(PAUSE, self.taken_for)
        return self.rows.filter(Q(free_at=None) | Q(free_at__lte=now) | Q(free_at__gt=much_later), due=True)

    def give_up(self, now: datetime) -> None:
        """Let rows whose worker died at every try be due no more: nobody was left to note it."""
        self._end(self.free(now).filter(tries__gte=MOST_TRIES))

    def let_go(self, row: T) -> None:
        """Let a row be taken by others at once, as if it had not been."""
        self.rows.filter(pk=row.pk).update(free_at=None, tries=F("tries") - 1)

    def note_failure(self, row: T, now: datetime, *, hopeless: bool) -> None:
        """Note that the work at a row has failed. After the last try, or if it is hopeless, the row is not
        due any more."""
        mine = self.rows.filter(pk=row.pk, due=True)
        mine.update(free_at=now + PAUSE)
        self._end(mine if hopeless else mine.filter(tries__gte=MOST_TRIES))

    def _end(self, rows: "QuerySet[T]") -> None:
        """Let rows be due no more."""
        rows.update(**rows.model.ENDED)

    def given_up(self) -> "QuerySet[T]":
        """The rows that are not due any more though nothing was found for them."""
        return self.rows.filter(due=False, solvers_version=None)

    def outdated(self) -> "QuerySet[T]":
        """The rows for which older solvers have found something, which stays until today's have."""
        return self.rows.filter(due=False, solvers_version__lt=VERSION)


def turns_by_chance(owners: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """The owners in an order by chance: of kinds first, then of those of one kind, however many they are."""
    chances: dict[tuple[object, ...], float] = defaultdict(random.random)
    return sorted(owners, key=lambda owner: [chances[owner[: n + 1]] for n in range(len(owner))])


def make_due_again(rows: "QuerySet[T]") -> None:
    """Let rows be due as if they had never been taken."""
    rows.update(due=True, tries=0, free_at=None)
