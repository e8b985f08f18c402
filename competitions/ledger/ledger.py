"""The one writer of events: it numbers what happens in a competition, and announces it to the watchers.

Joining, ends of attempts and acts of organisers are written here and nowhere else. The competition's row is
locked until the commit, so the numbers have no gap and follow the order of the commits. Each changed entry is
stamped with the competition's count of changes. A reader who knows an older count finds the changed entries
by their stamps. Nobody uses the stamps of a large daily, so only its new entries are stamped.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from ..models import Act, Attempt, Competition, Entry
from ..models.stretches import stretches
from .announcements import announce
from .entry_places import (
    Moved,
    complete_places,
    count_places,
    moved_by_joining,
    moved_by_logs,
    moved_by_rows,
    stays_stored,
    store_place_keys,
)
from .news import note_news
from .states import record_due, record_states

M = TypeVar("M", Competition, Entry)

LedgerRow = Entry | Attempt | Act

WRITTEN_BY_AN_END: Final = (
    "score",
    "won",
    "finished",
    "moves_made",
    "elapsed_ms",
    "ended_at",
    "counts",
    "event",
)

WRITTEN_EACH_TIME: Final = ("events", "changes", "entrants", "has_news")
"""The columns of a competition that every change writes. A change also writes the columns that
its `settings` names."""


CHANGES: Final = Subquery(Competition.objects.filter(pk=OuterRef("competition")).order_by().values("changes"))
"""A subquery for the count of changes of the competition that an entry belongs to."""


class CompetitionChange(NamedTuple):
    """A change in one competition. The row of the competition must be locked."""

    competition: Competition
    rows: Sequence[LedgerRow] = ()
    """New entries, ended attempts and acts. They are numbered in the order of this sequence, and written."""
    entries: Collection[Entry] = ()
    """The entries that the standings will show differently. Their rows must be locked if other transactions
    may write them."""
    columns: Collection[str] = ()
    """The changed columns of `entries`, which are written together with the entries' stamps."""
    settings: Collection[str] = ()
    """The changed columns of the competition, which are written together with those of
    `WRITTEN_EACH_TIME`."""
    replaced: Collection[Attempt] = ()
    """Stored attempts that no longer count, because other attempts of the same entries do."""
    shown: bool = False
    """Whether watchers see a change, such as a new close or a found par, although no entry has changed."""
    quiet: bool = False
    """Whether only followers hear of the change. The change then gets a number, but no row."""


def hold(competition_id: str) -> Competition:
    """Lock the competition's row until the transaction ends, so that nothing else happens in the competition.
    Return the competition."""
    return _locked([competition_id]).get()


def hold_all(competition_ids: Collection[str]) -> Mapping[str, Competition]:
    """Lock the rows of several competitions. Return the competitions, keyed by id."""
    return {each.pk: each for each in in_key_order(_locked(competition_ids), competition_ids)}


def in_key_order(rows: QuerySet[M], keys: Collection[str]) -> QuerySet[M]:
    """The rows with these keys, in the order of the keys. Locking rows always in this order prevents
    deadlocks."""
    return rows if len(keys) == 1 else rows.order_by("pk")  # one row needs no order


def store_set_aside(attempt: Attempt) -> None:
    """Store that an organiser has set the attempt aside, so it no longer counts. In the same transaction, the
    caller must then call `record` with the organiser's act."""
    attempt.set_aside, attempt.counts = True, False
    attempt.save(update_fields=["set_aside", "given_back", "counts"])


def store_taken_back(attempt: Attempt) -> None:
    """Store that the attempt is no longer set aside. This alone does not make it count. If this or another
    attempt is to count now, the caller must also call `store_counting`. In the same transaction, the caller
    must then call `record` with the organiser's act."""
    attempt.set_aside = False
    attempt.save(update_fields=["set_aside"])


def store_counting(attempt: Attempt, *, instead_of: Attempt | None = None) -> None:
    """Store that the attempt counts, after an organiser has set results aside or let them count again.
    `instead_of` is the attempt that has counted until now."""
    if instead_of is not None:
        instead_of.counts = False
        instead_of.save(update_fields=["counts"])
    attempt.counts = True
    attempt.save(update_fields=["counts"])


def record(*changes: CompetitionChange, now: datetime) -> None:
    """Write what happened. The new rows of all the competitions are written by the same few statements.

    For each competition, the states that are due by `now` are recorded first, then the change, then the
    states that result from the change. Watchers are told after the commit.
    """
    bringing = [each.competition for each in changes if any(_may_bring_states(row, now) for row in each.rows)]
    moved, ended = _moved(changes), _ended(changes)
    for each in changes:
        if each.rows:
            record_due(each.competition, now)
        _number(each)
    if replaced := [attempt.pk for each in changes for attempt in each.replaced]:
        Attempt.objects.filter(pk__in=replaced).update(counts=False)
    _write([row for each in changes for row in each.rows])
    _write_counts(changes)
    _stamp(changes, moved, ended)
    for each in changes:
        complete_places(each.competition)
    for competition in bringing:
        record_states(competition, now)
    if changed := [each.competition.pk for each in changes if each.shown or each.entries]:
        transaction.on_commit(partial(announce, changed))


def _number(change: CompetitionChange) -> None:
    competition = change.competition
    if change.rows or change.quiet:
        note_news(competition)
    for row in change.rows:
        competition.events += 1
        row.event = competition.events
        if isinstance(row, Entry):
            competition.entrants += 1
    if change.quiet:
        competition.events += 1
    if change.shown or change.entries:
        competition.changes += 1
    for entry in change.entries:
        if entry._state.adding or not stays_stored(competition):
            entry.changed = competition.changes


def _write(rows: Sequence[LedgerRow]) -> None:
    """Insert new rows, and update attempts that were running."""
    running = [row for row in rows if isinstance(row, Attempt) and _was_running(row)]
    new = [row for row in rows if row._state.adding]
    Entry.objects.bulk_create([row for row in new if isinstance(row, Entry)])
    Attempt.objects.bulk_create([row for row in new if isinstance(row, Attempt)])
    Act.objects.bulk_create([row for row in new if isinstance(row, Act)])
    # These rows exist and are locked, so `bulk_create` only updates them. `bulk_update` would take over ten
    # times as long.
    Attempt.objects.bulk_create(
        running, update_conflicts=True, unique_fields=["pk"], update_fields=WRITTEN_BY_AN_END
    )


def _write_counts(changes: Sequence[CompetitionChange]) -> None:
    """Write the columns of `WRITTEN_EACH_TIME` of each competition, and the columns that its change names in
    `settings`."""
    for each in changes:
        if each.settings:
            each.competition.save(update_fields=[*WRITTEN_EACH_TIME, *each.settings])
    # The competitions' rows exist and are locked, so `bulk_create` only updates them.
    Competition.objects.bulk_create(
        [each.competition for each in changes if not each.settings],
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=WRITTEN_EACH_TIME,
    )


def _stamp(changes: Sequence[CompetitionChange], moved: list[Moved], ended: Collection[str]) -> None:
    """Write the competition's count of changes into each changed entry, as its stamp, and store the places of
    entries. New entries were inserted with that stamp and with their keys. In a large daily, no entry is
    written only for its stamp, since each writing of an entry takes room in all its indexes.

    `moved` are the changes of places that are known already. `ended` are the entries whose places must be
    read from their results.
    """
    stamps = {
        each.competition.pk: each.competition.changes
        for each in changes
        if not stays_stored(each.competition)
    }
    stamped: list[str] = []
    new = {row.pk for each in changes for row in each.rows if isinstance(row, Entry)}
    for each in changes:
        for entry in each.entries:
            if each.columns:
                entry.save(update_fields=["changed", *each.columns])
            elif entry.pk not in new and each.competition.pk in stamps:
                stamped.append(entry.pk)
    judged = {entry.pk for each in changes if each.columns for entry in each.entries}
    moved += moved_by_rows([each.competition for each in changes], judged.union(ended))
    for one in moved:
        one.entry.changed = stamps.get(one.entry.competition_id, one.entry.changed)
    store_place_keys(one for one in moved if one.entry.pk not in new)
    count_places(moved)
    there = {one.entry.pk for one in moved}
    for some in stretches([each for each in stamped if each not in there]):
        Entry.objects.filter(pk__in=some).update(changed=CHANGES)


def _moved(changes: Sequence[CompetitionChange]) -> list[Moved]:
    """The changed places of new entries, and of entries with new attempts that count. Must be called before
    the new rows are written."""
    moved: list[Moved] = []
    for each in changes:
        new = [row for row in _counting(each) if not _was_running(row)]
        moved += moved_by_logs(each.competition, new)
        moved += moved_by_joining(each.competition, [row for row in each.rows if isinstance(row, Entry)])
    return moved


def _ended(changes: Sequence[CompetitionChange]) -> set[str]:
    """The ids of the entries whose running attempts end in these changes and count. Must be called before the
    attempts are written."""
    return {row.entry_id for each in changes for row in _counting(each) if _was_running(row)}


def _counting(change: CompetitionChange) -> list[Attempt]:
    return [row for row in change.rows if isinstance(row, Attempt) and row.counts]


def _may_bring_states(row: LedgerRow, now: datetime) -> bool:
    """Whether the row may change a state. An act may, and so may the end of an attempt that delayed the close
    of its round."""
    return isinstance(row, Act) or (
        isinstance(row, Attempt) and _was_running(row) and row.round.state(now) == "closed"
    )


def _was_running(attempt: Attempt) -> bool:
    """Whether the ended attempt was stored while it was running. An attempt that a player sends as one whole
    log is not stored before it has ended."""
    return not attempt._state.adding


def _locked(competition_ids: Collection[str]) -> QuerySet[Competition]:
    return Competition.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=competition_ids)
