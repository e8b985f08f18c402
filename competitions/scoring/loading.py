"""Reading entries into a field: all of them, or those that have changed.

These are statements in SQL, because the field of a large competition has hundreds of thousands of results.
They name the rounds, so that attempts are found in an index of those that count or run alone: a player with
thousands of attempts costs no more than others.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from ..models import Attempt, Competition, Counts, Entry, Player
from .entrants import Entrant, Rules
from .results import Result, better
from .tie_breaks import microseconds

ATTEMPT, ENTRY, PLAYER = (model._meta.db_table for model in (Attempt, Entry, Player))

RESULT: Final = "a.entry_id, a.round_id, a.id, a.score, a.won, a.moves_made, a.elapsed_ms, a.ended_at"
Results = Mapping[str, Mapping[int, Result]]
"""By entry and round."""


class Loaded(NamedTuple):
    entrants: list[Entrant]
    changes: int
    """The newest change that was seen: no older one was missed."""


def load(competition: Competition, rules: Rules, *, after: int, until: datetime | None) -> Loaded:
    """The entries that have changed since the change `after`; -1 for all.

    With `until`, attempts that ended later count for nothing, and run if they had begun. A result that comes
    while this reads may be among those loaded or not: it has a later change, and the next load has it.
    """
    entries = _rows(
        f"""
        SELECT e.id, e.changed, e.joined_at, e.disqualified_at, e.called, p.id, p.name, p.bot
        FROM {ENTRY} AS e JOIN {PLAYER} AS p ON p.id = e.player_id
        WHERE e.competition_id = %s AND e.changed > %s
        """,
        (competition.pk, after),
    )
    if not entries:
        return Loaded([], after)
    asked = _Asked.of(competition, rules, after)
    # Results are read last: an attempt that ends meanwhile is not missing from both.
    running = _running(asked, until)
    if until is None:
        results = _results(asked.rows(RESULT, "a.counts"))
    else:
        results = _results_until(competition, rules, asked, until)
    entrants = [
        Entrant(
            entry=entry,
            player={"id": player, "name": called or name, "bot": bool(bot), "account": Player.account},
            joined=microseconds(_aware(joined_at)),
            disqualified=disqualified_at is not None,
            results=results.get(entry, {}),
            running=frozenset(running.get(entry, ())),
        )
        for entry, _, joined_at, disqualified_at, called, player, name, bot in entries
    ]
    return Loaded(entrants, max(changed for _, changed, *_ in entries))


class _Asked(NamedTuple):
    """Which attempts are looked for: those of the entries that have changed, at the competition's rounds."""

    sql: str
    params: tuple[Any, ...]

    @classmethod
    def of(cls, competition: Competition, rules: Rules, after: int) -> "_Asked":
        rounds = [round for round, _ in rules.rounds]
        return cls(
            f"""
            FROM {ENTRY} AS e JOIN {ATTEMPT} AS a
            ON a.entry_id = e.id AND a.round_id IN ({", ".join(["%s"] * len(rounds))})
            WHERE e.competition_id = %s AND e.changed > %s
            """,
            (*rounds, competition.pk, after),
        )

    def rows(self, columns: str, condition: str, *params: Any) -> list[tuple[Any, ...]]:
        return _rows(f"SELECT {columns} {self.sql} AND {condition}", (*self.params, *params))


def _running(asked: _Asked, until: datetime | None) -> Mapping[str, set[int]]:
    """The rounds at which each entry plays, or played at the moment `until`."""
    columns = "a.entry_id, a.round_id"
    if until is None:
        found = asked.rows(columns, "a.ended_at IS NULL")
    else:
        moment = connection.ops.adapt_datetimefield_value(until)
        then = "a.started_at <= %s AND (a.ended_at IS NULL OR a.ended_at > %s)"
        found = asked.rows(columns, then, moment, moment)
    running: dict[str, set[int]] = defaultdict(set)
    for entry, round in found:
        running[entry].add(round)
    return running


def _results_until(competition: Competition, rules: Rules, asked: _Asked, until: datetime) -> Results:
    """What counted at the moment `until`: what counts now and was there, or was replaced since.

    Those replaced are looked at as they came: of the equal ones, the one stored first stood.
    """
    moment = connection.ops.adapt_datetimefield_value(until)
    first = competition.counts == Counts.FIRST
    counting = asked.rows(RESULT, "a.counts AND a.ended_at <= %s", moment)
    replaced = asked.rows(
        RESULT,
        f"""
        a.ended_at <= %s AND EXISTS (
            SELECT 1 FROM {ATTEMPT} AS later
            WHERE later.entry_id = a.entry_id AND later.round_id = a.round_id AND later.counts
            AND later.ended_at > %s
        ) ORDER BY {"" if first else "a.ended_at, "}a.number
        """,
        moment,
        moment,
    )
    lowest_wins = {round: of.lowest_wins for round, of in rules.rounds}

    def stands(earlier: Result, later: Result, round: int) -> bool:
        return first or not better(
            later, earlier, lowest_wins=lowest_wins[round], tie_breaks=competition.tie_breaks
        )

    return _results([*counting, *replaced], stands)


def _results(
    rows: Iterable[tuple[Any, ...]], stands: Callable[[Result, Result, int], bool] | None = None
) -> Results:
    """Results by entry and round; of several at one round the first, or the one that `stands`."""
    found: dict[str, dict[int, Result]] = defaultdict(dict)
    for entry, round, attempt, score, won, moves_made, elapsed_ms, ended_at in rows:
        result = Result(attempt, score, bool(won), moves_made, elapsed_ms, _aware(ended_at))
        of_entry = found[entry]
        if round not in of_entry or not (stands and stands(of_entry[round], result, round)):
            of_entry[round] = result
    return found


def _rows(sql: str, params: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _aware(value: datetime) -> datetime:
    """A moment with its zone, which SQLite leaves out: UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
