"""The fields that this process remembers: each is read once, and then follows what changes.

What is remembered is a shortcut: a caller names the number of changes that the database counts, and gets
nothing older.
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
from .long_work import being_read, waits

IN_A_MB: Final = 4_000
"""How many entries, results and lines of orders take a megabyte."""

LOOK_S: Final = 0.02
"""How often a thread that waits for a field looks whether that takes long, in seconds."""

FieldKey = tuple[str, datetime | None]
"""A competition, and the moment at which it is frozen."""


class RememberedField:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.changes = -1
        self.size = 0
        """What it was counted for last."""
        self.lock = Lock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else uses the field meanwhile. Raises `unavailable` if this thread would have to wait for
        another's long work and may not."""
        if waits():
            self.lock.acquire()
        else:
            while not self.lock.acquire(timeout=LOOK_S):
                if self.field.at_long_work:
                    raise being_read()
        try:
            yield
        finally:
            self.lock.release()

    def follow(self, competition: Competition, until: datetime | None, having: str | None) -> None:
        """Read what has changed since it was read last."""
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
    """The fields by competition. At most `most` entries, results and lines of orders are remembered in all;
    beyond that, the fields that nobody asked for lately are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._taken = 0
        self._fields: OrderedDict[FieldKey, RememberedField] = OrderedDict()

    @contextmanager
    def of(
        self, competition: Competition, until: datetime | None = None, *, having: str | None = None
    ) -> Iterator[Field]:
        """The field of a competition, which must be freshly read: it has all changes that this counts.

        It has the entry `having`, too, which may have joined since. With `until`, the field is as it was at
        that moment. Threads that ask at the same moment wait for one another, so that each change is read
        once. Raises `unavailable` where a thread must not wait: see `long_work`.
        """
        key, rules = (competition.pk, until), Rules.of(competition, until)
        # What is read in a transaction may never be committed, so it is not remembered.
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
            # Rules may change before a competition opens, and a par comes later.
            if found is None or found.field.rules != rules:
                self._forget(key)
                found = self._fields[key] = RememberedField(Field(rules))
            self._fields.move_to_end(key)
            return found

    def _forget(self, key: FieldKey) -> None:
        forgotten = self._fields.pop(key, None)
        self._taken -= 0 if forgotten is None else forgotten.size

    def _count(self, key: FieldKey, remembered: RememberedField, size: int) -> None:
        """Count what it takes now, and make room if that is too much."""
        with self._lock:
            if self._fields.get(key) is not remembered:
                return
            self._taken += size - remembered.size
            remembered.size = size
            while self._taken > self._most and len(self._fields) > 1:
                self._forget(next(iter(self._fields)))


FIELDS: Final = Fields(settings.STANDINGS_MB * IN_A_MB)
