"""Notices to entrants who fall behind another entrant, the overtaker, because of a new result.

No notice reveals a hidden score. While the embargo hides the scores of a round from an entrant, the
notices to that entrant leave the round out of account. During a freeze there are no such notices. Only the
entrants nearest to the overtaker get a notice, each at most once an hour.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Case, F, When, Window
from django.db.models.functions import RowNumber

from ...embargo.visibility import viewpoints_of_entrants
from ...models import Attempt, Competition, Counts, Entry, Kind, Notice, NoticeType
from ...standings.entrants import Entrant
from ...standings.field import Field
from ...standings.memory import FIELDS
from ...standings.overtakes import ahead
from ...standings.results import Result, better

NEAREST: Final = 100
"""How many entrants just behind the overtaker may get a notice. Entrants further back get none, because in a
large competition they are overtaken all the time."""

PAUSE: Final = timedelta(hours=1)
"""After a notice of being overtaken, an entrant gets no other in the same competition for this long."""

MOST_READ: Final = 100
"""How many earlier attempts of an entry in a round are read at most."""

COLUMNS: Final = ("pk", "score", "won", "moves_made", "elapsed_ms", "ended_at")
"""The columns of an attempt, in the order of the fields of `Result`."""

Before = Mapping[str, Result | None]
"""Maps the id of an attempt to the result that counted for its entry and round before the attempt ended; to
None if there was none."""

KnownRounds = Mapping[str, frozenset[int]]
"""Maps the id of an entry to the primary keys of the rounds whose scores the entry's player may know."""


def overtakings(competition: Competition, ended: Sequence[Attempt], now: datetime) -> list[Notice]:
    """Return the notices to entrants whom these ended attempts have overtaken. The competition must be
    freshly read. Must not be called in a transaction: standings that are read in one are not kept in memory,
    so each call would read all standings again."""
    if not (ended and _tells(competition, now)):
        return []
    rounds = [round.pk for round in competition.opened_rounds(now)]
    with FIELDS.of(competition) as field:
        field.fetch(each.entry_id for each in ended)
        near = {entry: _next_behind(field, entry, rounds) for entry in {each.entry_id for each in ended}}
    known = _known_to(competition, {entry for some in near.values() for entry in some}, now)
    if not known:  # This is usual while many play: all of these entrants were notified within the last hour.
        return []
    before = _counted_before(competition, ended)
    with FIELDS.of(competition) as field:
        field.fetch([*near, *known])
        passed = _passed(field, ended, before, near, known)
    entries = Entry.objects.in_bulk({*passed, *passed.values()})
    return [
        Notice(
            player_id=entries[behind].player_id,
            type=NoticeType.OVERTAKEN,
            key=f"{competition.pk} {now:%Y-%m-%d %H}",
            competition=competition,
            entry=entries[by],
            at=now,
        )
        for behind, by in passed.items()
    ]


def _tells(competition: Competition, now: datetime) -> bool:
    """Whether entrants of the competition get notices of being overtaken. They do while the competition runs
    and is not frozen, but never in dailies and in duels of one round."""
    if competition.kind == Kind.DAILY or competition.state(now) != "running":
        return False
    if competition.kind == Kind.DUEL and len(competition.rounds_in_order) == 1:
        return False  # The second result decides the duel, and both players get a notice of the decision.
    return competition.frozen_since(now) is None


def _counted_before(competition: Competition, ended: Sequence[Attempt]) -> Before:
    """Return, for each of the ended attempts, the result of its entry in its round that counted before the
    attempt ended; None if there was none. One query reads the results that are older than all of `ended`."""
    counted = _counted_until(competition, ended)
    before: dict[str, Result | None] = {}
    for attempt in ended:
        place = (attempt.entry_id, attempt.round_id)
        before[attempt.pk] = counted.get(place)
        result = Result(*(getattr(attempt, column) for column in COLUMNS))
        counted[place] = _counting(competition, counted.get(place), result, attempt.round_id)
    return before


def _counted_until(competition: Competition, ended: Sequence[Attempt]) -> dict[tuple[str, int], Result]:
    """Return the results that counted before the first of these attempts ended, keyed by the entry's id and
    the round's primary key. An entry's first attempt in a round has no earlier result, so no query reads
    one."""
    again = [attempt for attempt in ended if attempt.number > 1]
    if not again:
        return {}
    best_first = Case(
        When(round__in=_rounds_that_lowest_wins(competition), then=F("score")), default=-F("score")
    )
    order = (best_first, F("event")) if competition.counts == Counts.BEST else (F("event"),)
    rank = Window(RowNumber(), partition_by=[F("entry"), F("round")], order_by=order)
    rows = Attempt.objects.filter(
        entry__in={attempt.entry_id for attempt in again},
        round__in={attempt.round_id for attempt in again},
        event__lt=ended[0].event,
    )
    found = rows.annotate(rank=rank).filter(rank__lte=MOST_READ)
    counted: dict[tuple[str, int], Result] = {}
    for _, entry, round, *result in sorted(found.values_list("event", "entry", "round", *COLUMNS)):
        counted[entry, round] = _counting(competition, counted.get((entry, round)), Result(*result), round)
    return counted


def _counting(competition: Competition, counted: Result | None, later: Result, round: int) -> Result:
    """Return the result that counts once `later` has come: either `later`, or `counted`, the result that
    counted until then (None if there was none)."""
    if counted is None:
        return later
    lowest_wins = round in _rounds_that_lowest_wins(competition)
    improves = competition.counts == Counts.BEST and better(
        later, counted, lowest_wins=lowest_wins, tie_breaks=competition.tie_breaks
    )
    return later if improves else counted


def _rounds_that_lowest_wins(competition: Competition) -> Sequence[int]:
    return [round.pk for round in competition.rounds_in_order if round.deal.game.lowest_wins]


def _next_behind(field: Field, entry: str, rounds: Sequence[int]) -> Sequence[str]:
    """The `NEAREST` entries just behind this entry in the standings."""
    order = field.over(rounds)
    at = order.before(field.entrants[entry]) + 1
    return order.stretch(at, at + NEAREST)


def _known_to(competition: Competition, entries: set[str], now: datetime) -> KnownRounds:
    """Return the rounds whose scores each entry may know. Entries that were disqualified, or were notified
    within the last hour, are left out."""
    there = Entry.objects.filter(pk__in=entries, disqualified_at=None).select_related("player")
    told = Notice.objects.filter(
        player__in=[entry.player_id for entry in there],
        type=NoticeType.OVERTAKEN,
        competition=competition,
        at__gt=now - PAUSE,
    )
    just_told = set(told.values_list("player", flat=True))
    untold = [entry for entry in there if entry.player_id not in just_told]
    seen = viewpoints_of_entrants(competition, untold, now)
    rounds = competition.opened_rounds(now)
    return {
        one.entry.pk: frozenset(round.pk for round in rounds if one.knows_scores(round))
        for one in seen
        if one.entry is not None
    }


def _passed(
    field: Field,
    ended: Sequence[Attempt],
    before: Before,
    near: Mapping[str, Sequence[str]],
    known: KnownRounds,
) -> Mapping[str, str]:
    """Map the id of each overtaken entry to the id of the overtaker's entry. The attempts are taken out of
    the standings in memory one by one, to see who was ahead before. In the end these standings are
    restored."""
    behind = {
        (one, entry)
        for entry, some in near.items()
        for one in some
        if one in known and _is_ahead(field, entry, one, known[one])
    }
    now = [field.entrants[entry] for entry in near]
    passed = {}
    try:
        for attempt in reversed(ended):
            entry, round = attempt.entry_id, attempt.round_id
            field.put(_with(field.entrants[entry], round, before[attempt.pk]))
            for one in near[entry]:
                if (
                    (one, entry) in behind
                    and round in known[one]
                    and not known[one].isdisjoint(field.entrants[one].results)
                    and not _is_ahead(field, entry, one, known[one])
                ):
                    passed[one] = entry
    finally:
        for entrant in now:
            field.put(entrant)
    return passed


def _is_ahead(field: Field, entry: str, other: str, rounds: frozenset[int]) -> bool:
    return ahead(field, field.entrants[entry], field.entrants[other], rounds) is True


def _with(entrant: Entrant, round: int, result: Result | None) -> Entrant:
    others = {of: each for of, each in entrant.results.items() if of != round}
    return entrant._replace(results=others if result is None else {**others, round: result})
