"""What entries have to show for each round: the attempt that counts, and the one that is running.

It is read for every message to watchers, so it is one statement in SQL: to build the same in the
ORM takes longer than all the rest. It names the rounds, because each of its parts has an index by entry
and round: a player with thousands of attempts costs no more than others.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection

from ..models import Attempt, Entry, Round

COLUMNS = "entry_id, round_id, id, score, won, moves_made, elapsed_ms, counts"


class Shown(NamedTuple):
    """An attempt that counts, or one that is running: then it has no score."""

    entry: str
    round: int
    attempt: str
    score: int | None
    won: bool
    moves: int
    elapsed_ms: int | None
    counts: bool


class Rounds:
    """What some entries have in some rounds."""

    def __init__(self, shown: Iterable[Shown] = ()) -> None:
        self._counting: dict[str, dict[int, Shown]] = {}
        self._running: dict[str, set[int]] = {}
        for each in shown:
            if each.counts:
                self._counting.setdefault(each.entry, {})[each.round] = each
            else:
                self._running.setdefault(each.entry, set()).add(each.round)

    def counting(self, entry: Entry) -> dict[int, Shown]:
        """The attempts that count for the entry, by round."""
        return self._counting.get(entry.pk, {})

    def running(self, entry: Entry) -> set[int]:
        """The rounds at which the entry plays now."""
        return self._running.get(entry.pk, set())


def rounds_of(entries: Sequence[Entry], rounds: Sequence[Round]) -> Rounds:
    """What `entries` have in `rounds`; one query."""
    if not (entries and rounds):
        return Rounds()
    table = Attempt._meta.db_table
    among = f"entry_id IN ({_places(entries)}) AND round_id IN ({_places(rounds)})"
    keys = [each.pk for each in (*entries, *rounds)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT {COLUMNS} FROM {table} WHERE {among} AND counts
            UNION ALL
            SELECT {COLUMNS} FROM {table} WHERE {among} AND ended_at IS NULL
            """,
            [*keys, *keys],
        )
        return Rounds(map(Shown._make, cursor.fetchall()))


def _places(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))
