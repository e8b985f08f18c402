"""The ledger of each competition: what happens in it gets its number, and the watchers hear of it.

Everything that happens is written here, and nowhere else: who joins, how attempts end, what organisers do.
With the competition's row locked, it gets the next numbers, without a gap and in the order of the commits.
What the standings show of an entry is stamped with the count of changes, so that whoever has read up to an
older count finds what is new.
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
"""Columns of a competition in which something happened, besides those of its `settings`."""


CHANGES: Final = Subquery(Competition.objects.filter(pk=OuterRef("competition")).order_by().values("changes"))
"""Of an entry: the count of changes of its competition."""


class Happened(NamedTuple):
    """What happened in one competition, whose row is locked."""

    competition: Competition
    rows: Sequence[LedgerRow] = ()
    """What gets a number: new entries, ended attempts and acts, in their order. They are written here."""
    entries: Collection[Entry] = ()
    """The entries of which the standings show something else from now on. Their rows must be locked, if
    others may write them."""
    columns: Collection[str] = ()
    """What has changed of these entries: the columns that are written with their stamps."""
    settings: Collection[str] = ()
    """What has changed of the competition: the columns that are written with its counts."""
    replaced: Collection[Attempt] = ()
    """Stored results that count no longer, because others of the same entries do."""
    shown: bool = False
    """Whether watchers are shown something else though no entry has changed: a window, say."""
    quiet: bool = False
    """Whether something has happened that only followers are to hear of: it gets a number, but has no row."""


def hold(competition_id: str) -> Competition:
    """The competition with its row locked until the transaction ends, so that nothing else happens in it."""
    return _locked([competition_id]).get()


def hold_all(competition_ids: Collection[str]) -> Mapping[str, Competition]:
    """Several competitions by key, with their rows locked."""
    return {each.pk: each for each in one_by_one(_locked(competition_ids), competition_ids)}


def one_by_one(rows: QuerySet[M], keys: Collection[str]) -> QuerySet[M]:
    """The rows with these keys, to be locked in the order of the keys, so that nobody waits in a circle."""
    return rows if len(keys) == 1 else rows.order_by("pk")  # one is in order; saying so costs half a query


def record(
    competition: Competition,
    *rows: LedgerRow,
    entries: Collection[Entry] = (),
    columns: Collection[str] = (),
    settings: Collection[str] = (),
    replaced: Collection[Attempt] = (),
    shown: bool = False,
    quiet: bool = False,
    now: datetime,
) -> None:
    """Write what happened in one competition: see `Happened`."""
    record_all([Happened(competition, rows, entries, columns, settings, replaced, shown, quiet)], now=now)


def record_all(happened: Sequence[Happened], *, now: datetime) -> None:
    """Write what happened in competitions that were read with their rows locked, in few statements for all.

    Before it come the states that each competition came to by `now`, and after it those that it brings
    itself. The watchers are told after the commit.
    """
    bringing = [
        each.competition for each in happened if any(_may_bring_states(row, now) for row in each.rows)
    ]
    for each in happened:
        if each.rows:
            record_due(each.competition, now)
        _number(each)
    if replaced := [attempt.pk for each in happened for attempt in each.replaced]:
        Attempt.objects.filter(pk__in=replaced).update(counts=False)
    _write([row for each in happened for row in each.rows])
    _write_counts(happened)
    _stamp(happened)
    for competition in bringing:
        record_states(competition, now)
    if changed := [each.competition.pk for each in happened if each.shown or each.entries]:
        transaction.on_commit(partial(announce, changed))


def _number(happened: Happened) -> None:
    competition = happened.competition
    if happened.rows or happened.quiet:
        note_news(competition)
    for row in happened.rows:
        competition.events += 1
        row.event = competition.events
        if isinstance(row, Entry):
            competition.entrants += 1
    if happened.quiet:
        competition.events += 1
    if happened.shown or happened.entries:
        competition.changes += 1
    for entry in happened.entries:
        entry.changed = competition.changes


def _write(rows: Sequence[LedgerRow]) -> None:
    """Insert what is new, and write the ends of attempts that were running."""
    running = [row for row in rows if isinstance(row, Attempt) and _was_running(row)]
    new = [row for row in rows if row._state.adding]
    Entry.objects.bulk_create([row for row in new if isinstance(row, Entry)])
    Attempt.objects.bulk_create([row for row in new if isinstance(row, Attempt)])
    Act.objects.bulk_create([row for row in new if isinstance(row, Act)])
    # They are there, and locked: so none is inserted. `bulk_update` takes over ten times as long.
    Attempt.objects.bulk_create(
        running, update_conflicts=True, unique_fields=["pk"], update_fields=WRITTEN_BY_AN_END
    )


def _write_counts(happened: Sequence[Happened]) -> None:
    """Write how far the competitions are counted now, with the settings that have changed."""
    for each in happened:
        if each.settings:
            each.competition.save(update_fields=[*WRITTEN_EACH_TIME, *each.settings])
    # As above: they are there, and locked.
    Competition.objects.bulk_create(
        [each.competition for each in happened if not each.settings],
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=WRITTEN_EACH_TIME,
    )


def _stamp(happened: Sequence[Happened]) -> None:
    """Stamp the entries that have changed with the count of changes; new ones were written with it."""
    stamped: list[str] = []
    for each in happened:
        new = {row.pk for row in each.rows if isinstance(row, Entry)}
        for entry in each.entries:
            if each.columns:
                entry.save(update_fields=["changed", *each.columns])
            elif entry.pk not in new:
                stamped.append(entry.pk)
    for some in stretches(stamped):
        Entry.objects.filter(pk__in=some).update(changed=CHANGES)


def _may_bring_states(row: LedgerRow, now: datetime) -> bool:
    """Whether it may bring other states: an act, or the end of an attempt for which a closing waits."""
    return isinstance(row, Act) or (
        isinstance(row, Attempt) and _was_running(row) and row.round.state(now) == "closed"
    )


def _was_running(attempt: Attempt) -> bool:
    """Whether the attempt that has ended is stored as running; a log that was sent whole never ran."""
    return not attempt._state.adding


def _locked(competition_ids: Collection[str]) -> QuerySet[Competition]:
    return Competition.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=competition_ids)
