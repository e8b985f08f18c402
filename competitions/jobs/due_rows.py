"""Rows with work to do, which are called due. A job reserves one row at a time (leases it), works on it, and
frees it.

A lease is a time in the row. When that time has passed, the row of a dead worker is free again. A worker that
finishes too late stores nothing, because each of its writes requires that the row still has the worker's
lease (`mine`). Failed work is tried again after growing pauses. After the last try the row is set aside: it
is no longer due, and its error stays in it.
"""

import logging
import random
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from typing import Any, Final, Generic, TypeVar

from django.apps import apps
from django.db.models import F, Model, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.utils import timezone

from solvers import VERSION

from ..models.leases import LONGEST_ERROR, Due, Leased
from ..models.solving import Sought
from .workers import ToldToStop

logger = logging.getLogger(__name__)

PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 30, 180, 900))
"""How long a row rests after each failure of its work. After one more failure, the row is set aside."""

SEARCH_PAUSES: Final = (timedelta(minutes=10), timedelta(minutes=30))
"""How long a search by solvers rests after each failure. Searches cost minutes of processor time, so they are
repeated less often than other work."""

LEASE: Final = timedelta(minutes=2)
"""How long a row stays leased: far longer than a slice of work takes."""

SHARE_OF_OTHERS: Final = 1 / 4
"""The share of leases that ignore the preference `DueRows.first`, so that the other rows are worked on,
too."""

AT_A_TIME: Final = 20
"""How many rows of an owner are candidates for one lease. One is not enough, because other workers may lease
rows at the same moment."""

T = TypeVar("T", bound=Model)
S = TypeVar("S", bound=Sought)
SearchResult = TypeVar("SearchResult")


class TookTooLong(Exception):
    """A search used up its time or memory. This is no fault of the program."""


@dataclass(frozen=True)
class DueRows(Generic[T]):
    """The due rows of one table. Owners take turns, so an owner of many rows does not keep others waiting."""

    rows: "QuerySet[T]"
    """All rows of the table, as a query that reads all that the work needs."""
    whose: tuple[str, ...] = ()
    """The fields that identify the owner of a row. If the first field is the kind of owner, kinds of owners
    take turns, too."""
    order: tuple[str | OrderBy, ...] = ("pk",)
    """The order in which to lease an owner's rows that were tried equally often. Rows with fewer tries are
    leased first."""
    leased_for: timedelta = LEASE
    pauses: tuple[timedelta, ...] = PAUSES
    hopeless: tuple[type[Exception], ...] = ()
    """Exceptions after which another try is useless, because it would fail in the same way."""
    first: Q = field(default_factory=Q)
    """A filter for the rows to prefer; by default, none are. Other rows get a share of the work, so that they
    do not wait for ever."""

    @property
    def model_is_due(self) -> bool:
        """Whether the table has a column that says which rows are due. Otherwise all its rows are due."""
        return issubclass(self.rows.model, Due)

    def due(self, now: datetime) -> "QuerySet[T]":
        """The rows with work to do, whether leased or not."""
        return self.rows.filter(due=True) if self.model_is_due else self.rows.all()

    def free(self, now: datetime) -> "QuerySet[T]":
        """The rows that a worker could lease now."""
        return self.due(now).filter(is_free(now, max(self.leased_for, *self.pauses)))

    def work_off(
        self, work: Callable[[T], object], end: float = inf, beside: Callable[[], object] | None = None
    ) -> bool:
        """Lease free rows one after another, and work on each, until `time.monotonic()` reaches `end`. If any
        row is free, at least one is worked on. `work` stores the outcome: it finishes or releases the row.
        `beside` is called after each lease, to ask for another job.

        Return True if no free row is left. Return False if some are left, or if the worker must stop.
        """
        while (row := self.lease(timezone.now())) is not None:
            if beside is not None:
                beside()
            try:
                work(row)
            except ToldToStop:
                self.let_go(row)
                return False
            except Exception as error:  # A row that fails does not keep the others waiting.
                if isinstance(error, TookTooLong):
                    logger.info("%s came to nothing: %s", row, error)
                else:
                    logger.exception("%s came to nothing", row)
                self.put_off(row, error, timezone.now())
            if time.monotonic() >= end:
                return not self.free(timezone.now()).exists()
        return True

    def lease(self, now: datetime) -> Any:
        """Lease one free row, and return it. None if no row is free, or if other workers have just leased all
        `candidates`. The new `free_at` of the row identifies the lease."""
        self.give_up(now)
        lease = now + self.leased_for
        for row in self.candidates(now):
            # This condition uses only columns of the row. If the update waits for another worker, PostgreSQL
            # then checks the new version of this row, but would still see other tables as before the wait.
            still = {"due": True} if isinstance(row, Due) else {}
            same = self.rows.filter(pk=row.pk, free_at=row.free_at, **still)
            if same.update(free_at=lease, tries=F("tries") + 1, error="", **self.marks(now)):
                row.free_at, row.tries = lease, row.tries + 1
                return row
        return None

    def candidates(self, now: datetime) -> Iterator[Any]:
        """Yield free rows in the order in which to lease them: owners in random order, and of each owner the
        rows with the fewest tries first."""
        free = self._preferred(now)
        owners = free.order_by().values_list(*self.whose).distinct() if self.whose else [()]
        for owner in turns_by_chance(owners):
            theirs = free.filter(**dict(zip(self.whose, owner, strict=True)))
            yield from theirs.order_by("tries", *self.order)[:AT_A_TIME]

    def marks(self, now: datetime) -> Mapping[str, object]:
        """Return the names and values of further columns to set when a row is leased."""
        return {}

    def _preferred(self, now: datetime) -> "QuerySet[T]":
        free = self.free(now)
        if not self.first or random.random() < SHARE_OF_OTHERS:
            return free
        first = free.filter(self.first)
        return first if first.exists() else free

    def mine(self, row: Any) -> "QuerySet[T]":
        """The row, if it still has the lease with which it was read; else no row."""
        return self.rows.filter(pk=row.pk, free_at=row.free_at)

    def finish(self, row: Any, **columns: object) -> None:
        """Store that the work on a row is done, and set the given columns."""
        self.mine(row).update(**row.ENDED, free_at=None, tries=0, **columns)

    def release(self, row: Any, *, until: datetime | None = None) -> None:
        """Free a row whose work went well and will continue. Another job may lease it now, or from `until`
        on."""
        self.mine(row).update(free_at=until, tries=0)

    def let_go(self, row: Any) -> None:
        """Free a row as if it had not been leased: the try does not count."""
        self.mine(row).update(free_at=None, tries=F("tries") - 1)

    def put_off(self, row: Any, error: Exception, now: datetime) -> None:
        """Set a row aside if this was the last try, or if another try would be useless (`hopeless`).
        Otherwise, let it wait for its next try. If `ENDED` is empty, that is, if the model has no columns
        that end the work on a row, the row is never set aside."""
        columns: dict[str, Any] = {"error": error_text(error), "free_at": None}
        ended = row.tries > len(self.pauses) or isinstance(error, self.hopeless)
        if ended and row.ENDED:
            columns |= row.ENDED
        else:
            columns["free_at"] = now + self.pauses[min(row.tries, len(self.pauses)) - 1]
        self.mine(row).update(**columns)

    def give_up(self, now: datetime) -> None:
        """Set aside the rows whose worker died during the last allowed try."""
        if ended := getattr(self.rows.model, "ENDED", None):
            dead = self.free(now).filter(tries__gt=len(self.pauses))
            dead.update(**ended)

    def failing(self, now: datetime) -> "QuerySet[T]":
        """The due rows whose last job failed."""
        return self.due(now).exclude(error="")

    def set_aside(self) -> "QuerySet[T]":
        """The rows that were set aside. Each has an error, or was tried as often as allowed."""
        if not self.model_is_due:
            return self.rows.none()
        return self.rows.filter(~Q(error="") | Q(tries__gt=len(self.pauses)), due=False)


@dataclass(frozen=True)
class Searches(DueRows[S]):
    """Rows for which solvers search, for example for the par of a deal."""

    pauses: tuple[timedelta, ...] = SEARCH_PAUSES

    def search(
        self, find: Callable[[S], SearchResult], store: Callable[[S, SearchResult], None], end: float = inf
    ) -> bool:
        """Work off rows as `work_off` does: call `find` for each row, then `store` with what was found."""
        return self.work_off(lambda row: store(row, find(row)), end)

    def given_up(self) -> "QuerySet[S]":
        """The rows that are no longer due although solvers found no result for them."""
        return self.rows.filter(due=False, solvers_version=None)

    def outdated(self) -> "QuerySet[S]":
        """The rows whose result was found by older solvers. The old result stays until today's solvers have
        found a new one."""
        return self.rows.filter(due=False, solvers_version__lt=VERSION)


def is_free(now: datetime, longest: timedelta) -> Q:
    """Return a filter for rows that may be leased. A `free_at` more than `longest` ahead was written before a
    clock was set back, and is ignored."""
    return Q(free_at=None) | Q(free_at__lte=now) | Q(free_at__gt=now + longest)


def turns_by_chance(owners: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Return the owners in random order. Kinds of owners are shuffled first, and then the owners of each
    kind. So a kind with many owners gets no more turns than a kind with few."""
    chances: dict[tuple[object, ...], float] = defaultdict(random.random)
    return sorted(owners, key=lambda owner: [chances[owner[: n + 1]] for n in range(len(owner))])


def make_due_again(rows: "QuerySet[Any]", **columns: object) -> None:
    """Make the rows due as if no job had ever leased them. A job that is at work on one of them can no longer
    store its result."""
    rows.update(due=True, tries=0, free_at=None, error="", **columns)


def free_leases() -> None:
    """Free all leased rows. Only for a database with one process, before that process works, because every
    lease is then left from an earlier run. Searches are left out. Once a search has found a deal,
    `free_at` is the time at which the deal is announced, and until then the row must look like a running
    search."""
    for model in apps.get_app_config("competitions").get_models():
        if issubclass(model, Leased) and not issubclass(model, Sought):
            QuerySet(model).filter(free_at__isnull=False, error="").update(free_at=None)


def error_text(error: Exception) -> str:
    """The type and place of an error. The message is left out, because it may contain a card or a name."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {place.filename}"[:LONGEST_ERROR]
