"""The fields that this process remembers. Each is read once, and then follows what changes.

A field in memory is never stale: callers pass a freshly read competition, and get all changes that it counts.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import transaction

from ..models import Competition
from .entrants import Rules
from .field import Field
from .load import load
from .long_work import field_is_busy, may_wait

IN_A_MB: Final = 4_000
"""How many entries, results and lines of orders take a megabyte."""

LOOK_S: Final = 0.02
"""How often, in seconds, a thread that waits for a field checks whether the wait is long."""

FieldKey = tuple[str, datetime | None]
"""A competition, and the moment at which it is frozen."""


class RememberedField:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.changes = -1
        self.size = 0
        """Its size when it was last counted."""
        self.lock = Lock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """A context in which no other thread uses the field. Raises `unavailable` if this thread would
        have to wait for long work of another, and may not."""
        if may_wait():
            self.lock.acquire()
        else:
            while not self.lock.acquire(timeout=LOOK_S):
                if self.field.at_long_work:
                    raise field_is_busy()
        try:
            yield
        finally:
            self.lock.release()

    def follow(self, competition: Competition, until: datetime | None, having: str | None) -> None:
        """Read what has changed since the last reading, and the entry `having` if it is missing."""
        has = having is None or having in self.field.entrants
        if has and self.changes >= competition.changes:
            return
        rules, new = self.field.rules, self.changes < 0
        with self.field.working(competition.entrants * (1 + len(rules.rounds)) if new else 0):
            loaded = load(competition, rules, after=self.changes, until=until)
            for entrant in loaded.entrants:
                self.field.put(entrant)
        self.changes = max(loaded.changes, competition.changes)


class Fields:
    """The fields by competition. At most `most` entries, results and lines of orders are remembered;
    beyond that, the fields that were not used for longest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._fields: OrderedDict[FieldKey, RememberedField] = OrderedDict()

    @contextmanager
    def of(
        self, competition: Competition, until: datetime | None = None, *, having: str | None = None
    ) -> Iterator[Field]:
        """The field of a competition that was freshly read, with all changes that it counts.

        The field has the entry `having`, even if it joined since. With `until`, it is the field at that
        moment. Threads that ask at once wait for each other, so that each change is read once. Raises
        `unavailable` if a thread may not wait: see `long_work`.
        """
        key, rules = (competition.pk, until), Rules.of(competition, until)
        # A transaction may be rolled back, so what it reads is not remembered.
        forgetful = not transaction.get_autocommit()
        remembered = RememberedField(Field(rules)) if forgetful else self._find(key, rules)
        with remembered.alone():
            remembered.follow(competition, until, having)
            yield remembered.field
            size = remembered.field.size
        self._count(key, remembered, size)

    def _find(self, key: FieldKey, rules: Rules) -> RememberedField:
        with self._lock:
            found = self._fields.get(key)
            # Settings may change before a competition opens, and pars are found later.
            if found is None or found.field.rules != rules:
                self._forget(key)
                found = self._fields[key] = RememberedField(Field(rules))
            self._fields.move_to_end(key)
            return found

    def _forget(self, key: FieldKey) -> None:
        forgotten = self._fields.pop(key, None)
        self._size -= 0 if forgotten is None else forgotten.size

    def _count(self, key: FieldKey, remembered: RememberedField, size: int) -> None:
        """Count the field's present size, and forget others if that is too much."""
        with self._lock:
            if self._fields.get(key) is not remembered:
                return
            self._size += size - remembered.size
            remembered.size = size
            while self._size > self._most and len(self._fields) > 1:
                self._forget(next(iter(self._fields)))


FIELDS: Final = Fields(settings.STANDINGS_MB * IN_A_MB)
