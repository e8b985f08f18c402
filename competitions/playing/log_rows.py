"""The statements that store logs together: a few, however many logs there are.

They are written in SQL, because compiling them for every batch takes longer than
running them; `tests/playing/test_log_rows.py` checks them against the models.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Model

from ..models import Attempt, Competition, Entry, Log, Round, Token
from .statements import Statement, run

ATTEMPT, COMPETITION, ENTRY, LOG, ROUND, TOKEN = (
    model._meta.db_table for model in (Attempt, Competition, Entry, Log, Round, Token)
)


def columns_of(model: type[Model], *names: str) -> tuple[str, ...]:
    """The columns of these fields, in the order in which the model takes them."""
    return tuple(field.attname for field in model._meta.concrete_fields if field.attname in names)


ROUND_COLUMNS: Final = columns_of(Round, "id", "opens_at", "closes_at")
COMPETITION_COLUMNS: Final = columns_of(
    Competition,
    "id",
    "opens_at",
    "closes_at",
    "published_at",
    "cancelled_at",
    "certified_at",
    "attempts",
    "counts",
    "tie_break",
    "freeze_at",
    "events",
    "due_at",
)
COUNTING_COLUMNS: Final = columns_of(Attempt, "id", "number", "score", "won", "moves_made", "elapsed_ms")
LOG_COLUMNS: Final = columns_of(Log, "id", "received_at", "code", "ply", "error")
RESULT_COLUMNS: Final = columns_of(Attempt, "id", "score", "won", "finished")
"""Each group of columns begins with the key, which is null if there is no such row."""


class Sent(NamedTuple):
    """By what a log that is to be stored is looked up."""

    token_id: str | None
    entry_id: str
    round_id: int
    competition_id: str
    fingerprint: str


class Found(NamedTuple):
    """What the database has for one log, in the transaction that is to store it."""

    revoked: bool
    """Whether the token that it was sent with is good no longer."""
    disqualified: bool
    """Whether its entry is."""
    done: int
    """The rounds that its entry has declared done, as `Entry.done` keeps them."""
    round: Round
    """It has the competition's windows and settings, but not the deal."""
    made: int
    """The entry's attempts at the round."""
    counting: Attempt | None
    stored: Log | None
    """The same log, sent before."""


def look_up(sent: Sequence[Sent]) -> list[Found | None]:
    """What the database has for each log; None if the entry or the round is gone.

    This locks the rows of the entries, then those of the competitions, each in the
    order of their keys. All other code that locks several takes them in this order,
    so there is no deadlock. SQLite has one writing transaction at a time, and needs
    no such lock.
    """
    entries, competitions, rounds, standings = run(
        [
            _held(Entry, ("id", "disqualified_at", "done"), {each.entry_id for each in sent}, "FOR UPDATE"),
            _held(
                Competition,
                COMPETITION_COLUMNS,
                {each.competition_id for each in sent},
                "FOR NO KEY UPDATE",
            ),
            _rows(Round, ROUND_COLUMNS, {each.round_id for each in sent}),
            _standings(sent),
        ],
        begin=True,
    )
    barred = {pk: (since is not None, done) for pk, since, done in entries}
    competition_of = _by_key(Competition, COMPETITION_COLUMNS, competitions)
    round_of = _by_key(Round, ROUND_COLUMNS, rounds)
    found: list[Found | None] = [None] * len(sent)
    for n, live, made, *row in standings:
        round, competition = round_of.get(sent[n].round_id), competition_of.get(sent[n].competition_id)
        if sent[n].entry_id not in barred or round is None or competition is None:
            continue
        round.competition = competition
        revoked = sent[n].token_id is not None and live is None
        found[n] = _found(revoked, *barred[sent[n].entry_id], round, made or 0, iter(row))
    return found


def write(
    *,
    attempts: Sequence[Attempt],
    logs: Sequence[Log],
    replaced: Collection[str],
    changes: Mapping[str, int],
    happened: Mapping[str, int],
    stamped: Collection[str],
    keep_rejected: int,
    commit: bool = False,
) -> None:
    """Insert the attempts and the logs, and what follows from them.

    `replaced` are the keys of attempts that no longer count; `changes` says how often
    the standings of each competition change, and `happened` how many events of it
    have got numbers, by its key. `stamped` are the keys of the
    entries that get the new count: see `announce_change`. If an entry's log is rejected,
    only its newest `keep_rejected` rejected logs at that round are kept. With `commit` the
    outermost transaction, which the caller is about to leave, may end with them.
    """
    rejected = [log for log in logs if log.code]
    run(
        [
            *([_no_longer_count(replaced)] if replaced else ()),
            *([_insert(attempts)] if attempts else ()),
            *([_insert(logs)] if logs else ()),
            *([_drop_rejected(rejected, keep_rejected)] if rejected else ()),
            *([_count(changes, happened)] if happened else ()),
            *([_stamp(stamped)] if stamped else ()),
        ],
        commit=commit,
    )


def _rows(model: type[Model], columns: Sequence[str], keys: Collection[Any], more: str = "") -> Statement:
    table = model._meta.db_table
    return Statement(
        f"SELECT {', '.join(columns)} FROM {table} WHERE id IN ({_places(keys)}) {more}", [*keys]
    )


def _held(model: type[Model], columns: Sequence[str], keys: Collection[Any], how: str) -> Statement:
    return _rows(
        model, columns, keys, f"ORDER BY id {how}" if connection.features.has_select_for_update else ""
    )


def _standings(sent: Sequence[Sent]) -> Statement:
    """The number of each log, its token's key while that is good, its entry's attempts, the one that counts,
    and the same log, sent before."""
    columns = [
        f"(SELECT id FROM {TOKEN} WHERE id = sent.column5 AND revoked_at IS NULL)",
        f"(SELECT MAX(number) FROM {ATTEMPT} WHERE entry_id = sent.column2 AND round_id = sent.column3)",
        *_named("counting", COUNTING_COLUMNS),
        *_named("log", LOG_COLUMNS),
        *_named("result", RESULT_COLUMNS),
    ]
    return Statement(
        f"""
        SELECT sent.column1, {", ".join(columns)}
        FROM (VALUES {", ".join(["(%s, %s, %s, %s, %s)"] * len(sent))}) AS sent
        LEFT JOIN {ATTEMPT} AS counting
          ON counting.entry_id = sent.column2 AND counting.round_id = sent.column3 AND counting.counts
        LEFT JOIN {LOG} AS log
          ON log.entry_id = sent.column2 AND log.round_id = sent.column3 AND log.fingerprint = sent.column4
        LEFT JOIN {ATTEMPT} AS result ON result.id = log.attempt_id
        """,
        [
            value
            for n, each in enumerate(sent)
            for value in (n, each.entry_id, each.round_id, each.fingerprint, each.token_id)
        ],
    )


def _insert(rows: Sequence[Model]) -> Statement:
    """Insert rows that have their keys, with all columns: numbers, texts and times, which drivers take."""
    table, fields = rows[0]._meta.db_table, rows[0]._meta.concrete_fields
    line, values_of = f"({_places(fields)})", attrgetter(*(field.attname for field in fields))
    adapted = connection.ops.adapt_datetimefield_value
    return Statement(
        f"""
        INSERT INTO {table} ({", ".join(field.column for field in fields)})
        VALUES {", ".join([line] * len(rows))}
        """,
        [
            adapted(value) if isinstance(value, datetime) else value
            for row in rows
            for value in values_of(row)
        ],
    )


def _no_longer_count(attempt_ids: Collection[str]) -> Statement:
    """Must run before the attempts that count instead are inserted."""
    return Statement(
        f"UPDATE {ATTEMPT} SET counts = FALSE WHERE id IN ({_places(attempt_ids)})", [*attempt_ids]
    )


def _count(changes: Mapping[str, int], happened: Mapping[str, int]) -> Statement:
    return Statement(
        f"""
        UPDATE {COMPETITION} SET changes = changes + made.column2, events = events + made.column3
        FROM (VALUES {", ".join(["(%s, %s, %s)"] * len(happened))}) AS made WHERE id = made.column1
        """,
        [value for pk, events in happened.items() for value in (pk, changes.get(pk, 0), events)],
    )


def _stamp(entry_ids: Collection[str]) -> Statement:
    """Must run after the changes are counted."""
    count = f"SELECT changes FROM {COMPETITION} AS competition WHERE competition.id = entry.competition_id"
    return Statement(
        f"UPDATE {ENTRY} AS entry SET changed = ({count}) WHERE id IN ({_places(entry_ids)})", [*entry_ids]
    )


def _drop_rejected(new: Sequence[Log], keep: int) -> Statement:
    """The statement that deletes old rejected logs of the entries with new ones, and keeps the newest."""
    return Statement(
        f"""
        DELETE FROM {LOG} WHERE id IN (
            SELECT id FROM (
                SELECT id, ROW_NUMBER() OVER (
                    PARTITION BY entry_id, round_id
                    ORDER BY id IN ({_places(new)}) DESC, received_at DESC, id DESC
                ) AS place
                FROM {LOG}
                WHERE code <> '' AND (entry_id, round_id) IN (VALUES {", ".join(["(%s, %s)"] * len(new))})
            ) AS rejected
            WHERE place > %s
        )
        """,
        [
            *(log.pk for log in new),
            *(value for log in new for value in (log.entry_id, log.round_id)),
            keep,
        ],
    )


def _places(values: Collection[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _named(table: str, columns: Iterable[str]) -> list[str]:
    return [f"{table}.{column}" for column in columns]


def _by_key(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[Any, Any]:
    return {row[0]: _instance(model, columns, iter(row)) for row in rows}


def _found(
    revoked: bool, disqualified: bool, done: int, round: Round, made: int, values: Iterator[Any]
) -> Found:
    """With what `_standings` says of one log, from the counting attempt on."""
    counting = _instance(Attempt, COUNTING_COLUMNS, values)
    stored = _instance(Log, LOG_COLUMNS, values)
    result = _instance(Attempt, RESULT_COLUMNS, values)
    if stored is not None:
        stored.attempt = result
    return Found(revoked, disqualified, done, round, made, counting, stored)


def _instance(model: type[Model], columns: Sequence[str], values: Iterator[Any]) -> Any:
    """A row of the model with these columns alone, the next values; None where an outer join found none."""
    row = [_aware(next(values)) for _ in columns]
    return None if row[0] is None else model.from_db(connection.alias, columns, row)


def _aware(value: Any) -> Any:
    """A moment with its zone, which SQLite leaves out: UTC."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
