"""Strands: ordered parts of a viewer's list of events, which are merged into pages.

Every page costs the same, however late in the list it is. The database reads each strand in order from an
index, and reads no more rows of it than a page needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, QuerySet


class EventPlace(NamedTuple):
    """A place in a viewer's list, just after an event."""

    seq: int
    """How many events of the list come before this place."""
    event: int
    """The number of the event that revealed the event before this place. An event that was never hidden
    counts as revealed by itself."""
    late: int
    """The number of the event before this place, if another event revealed that event; else 0."""


START = EventPlace(0, 0, 0)


@dataclass(frozen=True)
class Strand:
    """Events of one type, ordered by number. Event number `since` reveals all earlier events of the strand.
    Later events are visible at once."""

    event_type: str
    model: type[Model]
    rows: Mapping[str, Any]
    """The column values that select the strand's rows. An index returns the rows in the order of events."""
    since: int = 0
    after: int = 0
    """Only events with numbers above this one belong to the strand."""
    before: int | None = None
    """Only events with numbers below this one belong to the strand."""
    other_than: str | None = None
    """The entry whose events are left out; None to leave out nothing."""

    def starts(self, place: EventPlace) -> int:
        """Return the event number after which the strand continues for a reader at `place`."""
        if self.since < place.event:
            start = place.event
        elif self.since == place.event:
            start = place.late
        else:
            start = 0
        return max(start, self.after)

    def ends(self, until: int) -> int:
        """Return the highest event number that the strand may contain, if it is read up to event `until`."""
        return until if self.before is None else min(until, self.before - 1)

    def count(self, until: int) -> int:
        """Return the number of events in the strand, up to event `until`."""
        up_to = {"event__gt": self.after, "event__lte": self.ends(until)}
        found: QuerySet[Model] = QuerySet(self.model).filter(**self.rows, **up_to)
        return (found if self.other_than is None else found.exclude(entry=self.other_than)).count()


class EventKey(NamedTuple):
    """An event whose row is still to be read. `key` is the primary key of the row. The place just after the
    event in the list is an `EventPlace` with this `event` and `late`."""

    event_type: str
    key: str
    event: int
    late: int


def merged(strands: Sequence[Strand], place: EventPlace, *, until: int, limit: int) -> list[EventKey]:
    """Return the next events after a place, at most `limit`, by one query.

    The query is written in SQL, because the ORM on SQLite cannot combine queries that are each ordered and
    limited. One query for each strand would take several times as long (`benchmarks/statements`).
    """
    parts, params = [], []
    for number, strand in enumerate(strands):
        conditions = [*(f"{column} = %s" for column in strand.rows), "event > %s", "event <= %s"]
        values = [*strand.rows.values(), strand.starts(place), strand.ends(until)]
        if strand.other_than is not None:
            conditions.append("entry_id <> %s")
            values.append(strand.other_than)
        parts.append(
            f"""
            SELECT * FROM (
                SELECT '{strand.event_type}' AS event_type, CAST(id AS VARCHAR(32)) AS row_key,
                  CASE WHEN event > {strand.since:d} THEN event ELSE {strand.since:d} END AS known,
                  CASE WHEN event > {strand.since:d} THEN 0 ELSE event END AS late
                FROM {strand.model._meta.db_table} WHERE {" AND ".join(conditions)}
                ORDER BY event LIMIT {limit:d}
            ) AS part{number}
            """
        )
        params += values
    if not parts:
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"{' UNION ALL '.join(parts)} ORDER BY known, late LIMIT {limit:d}", params)
        return [EventKey(*row) for row in cursor.fetchall()]
