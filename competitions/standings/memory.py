"""Competitions with their entries, as this process remembers them. Each such `Field` is read once, and later
only its changes are read.

A field in memory is never out of date. The caller passes a freshly read competition, and gets a field with
all changes up to the number `competition.changes`.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import transaction

from ..ledger.entry_places import is_stored
from ..models import Competition
from .entrants import Rules
from .field import Field
from .load import load
from .long_work import field_is_busy, may_wait
from .stored_field import StoredField

IN_A_MB: Final = 4_000
"""How much of `Field.size` counts as one megabyte of memory."""

LOOK_S: Final = 0.02
"""The seconds after which a thread that waits for a field checks whether the work on it is long."""

FieldKey = tuple[str, datetime | None]
"""The id of a competition, and the moment for which its entries are read: the beginning of a freeze, or None
for the entries as they are now."""


class RememberedField:
    """A `Field`, and in `changes` the number of the last change that it contains; -1 if nothing was read."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.changes = -1
        self.size = 0
        """The value of `Field.size` when `Fields` last read it."""
        self.lock = Lock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """A context in which no other thread uses this `Field`. Raises `unavailable` if another thread does
        long work on the field and this thread may not wait."""
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
        """Read what has changed since the last reading, and the entry `having` if the field lacks it."""
        has = having is None or having in self.field.entrants
        if has and self.changes >= competition.changes:
            return
        rules, entrants = self.field.rules, competition.entrants
        # A process that takes rendered scoreboards from other processes reads its fields seldom, so many
        # changes may be unread. The number of unread changes is an estimate of how many entries will be read.
        behind = entrants if self.changes < 0 else min(competition.changes - self.changes, entrants)
        with self.field.working(behind * (1 + len(rules.rounds))):
            loaded = load(competition, rules, after=self.changes, until=until)
            for entrant in loaded.entrants:
                self.field.put(entrant)
        self.changes = max(loaded.changes, competition.changes)


class Fields:
    """The entries that this process remembers: a `Field` for each competition and freeze. If their sizes
    (`Field.size`) add up to more than `most`, the least recently used fields are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._fields: OrderedDict[FieldKey, RememberedField] = OrderedDict()

    @contextmanager
    def of(
        self, competition: Competition, until: datetime | None = None, *, having: str | None = None
    ) -> Iterator[Field]:
        """A context with the remembered entries of a freshly read competition, with all changes up to the
        number `competition.changes`.

        The field has the entry `having`, even if that entry joined after the competition was read. With
        `until`, the field is as it was at that moment. Threads that use the same field wait for each other,
        so that each change is read once. Raises `unavailable` if another thread does long work, and this
        thread may not wait for it (see `long_work`).

        A competition whose places are stored in the database is not remembered.
        """
        if until is None and is_stored(competition):
            with self._lock:  # the competition may be in memory from when it had fewer entries
                self._forget((competition.pk, None))
            yield StoredField(competition)
            return
        key, rules = (competition.pk, until), Rules.of(competition, until)
        # A transaction may be rolled back, so a field that was read inside one is not remembered.
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
            # The rules change if settings change before the competition opens, or when a par is found.
            if found is None or found.field.rules != rules:
                self._forget(key)
                found = self._fields[key] = RememberedField(Field(rules))
            self._fields.move_to_end(key)
            return found

    def _forget(self, key: FieldKey) -> None:
        forgotten = self._fields.pop(key, None)
        self._size -= 0 if forgotten is None else forgotten.size

    def _count(self, key: FieldKey, remembered: RememberedField, size: int) -> None:
        """Store the present size of the field. If all fields together take too much memory, forget the least
        recently used ones."""
        with self._lock:
            if self._fields.get(key) is not remembered:
                return
            self._size += size - remembered.size
            remembered.size = size
            while self._size > self._most and len(self._fields) > 1:
                self._forget(next(iter(self._fields)))


FIELDS: Final = Fields(settings.STANDINGS_MB * IN_A_MB)
