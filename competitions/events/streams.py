"""Merging streams of events into a list, a page at a time, from any place in it.

A page costs the same wherever it is: each stream has an index in its order, and gives no
more rows than the page has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model


class Place(NamedTuple):
    """A place in a viewer's list: behind an event."""

    seq: int
    """How many events come before this place."""
    event: int
    """The number of the event that made the one before it known: its own, or that of a later one."""
    late: int
    """The number of the one before it if a later event made it known, else 0."""


START = Place(0, 0, 0)


@dataclass(frozen=True)
class Stream:
    """Events of one kind in the order of their numbers, which become known with event `since`, or later
    with their own."""

    kind: str
    model: type[Model]
    rows: Mapping[str, Any]
    """The columns, by which an index finds them in their order, and their values."""
    since: int = 0
    after: int = 0
    """Only events after this one."""
    before: int | None = None
    """Only events before this one."""
    other_than: str | None = None
    """Not those of this entry."""

    def starts(self, place: Place) -> int:
        """The event after which the stream goes on at a place of the list."""
        if self.since < place.event:
            start = place.event
        elif self.since == place.event:
            start = place.late
        else:
            start = 0
        return max(start, self.after)


class Found(NamedTuple):
    """An event, by its kind and the key of its row, and its place without a `seq`."""

    kind: str
    key: str
    event: int
    late: int


def merged(streams: Sequence[Stream], place: Place, *, until: int, limit: int) -> list[Found]:
    """The next events after a place, `limit` at most: one query."""
    parts, params = [], []
    for number, stream in enumerate(streams):
        ends = until if stream.before is None else min(until, stream.before - 1)
        conditions = [*(f"{column} = %s" for column in stream.rows), "event > %s", "event <= %s"]
        values = [*stream.rows.values(), stream.starts(place), ends]
        if stream.other_than is not None:
            conditions.append("entry_id <> %s")
            values.append(stream.other_than)
        parts.append(
            f"""
            SELECT * FROM (
                SELECT '{stream.kind}' AS kind, CAST(id AS VARCHAR(32)) AS row_key,
                  CASE WHEN event > {stream.since:d} THEN event ELSE {stream.since:d} END AS known,
                  CASE WHEN event > {stream.since:d} THEN 0 ELSE event END AS late
                FROM {stream.model._meta.db_table} WHERE {" AND ".join(conditions)}
                ORDER BY event LIMIT {limit:d}
            ) AS part{number}
            """
        )
        params += values
    if not parts:
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"{' UNION ALL '.join(parts)} ORDER BY known, late LIMIT {limit:d}", params)
        return [Found(*row) for row in cursor.fetchall()]
