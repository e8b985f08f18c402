"""Read the entries of a competition into memory (a `Field`): all entries, or only the changed ones.

The indexes of running attempts and of attempts that count contain the round. Queries of attempts name the
rounds, so that the database uses these indexes. Then a player with thousands of attempts costs no more than
other players.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from ..models import Attempt, Competition, Counts, Entry
from .entrants import Entrant, Rules
from .results import Result, better
from .tie_breaks import microseconds

RESULT: Final = ("entry", "round", "pk", "score", "won", "moves_made", "elapsed_ms", "ended_at")
Results = Mapping[str, Mapping[int, Result]]
"""Maps the id of an entry to its results, which are keyed by the primary key of the round."""


class Loaded(NamedTuple):
    entrants: list[Entrant]
    changes: int
    """The number of the newest change that was read. All earlier changes of the chosen entries are
    included."""


def load(
    competition: Competition,
    rules: Rules,
    *,
    after: int,
    until: datetime | None,
    only: Collection[str] | None = None,
) -> Loaded:
    """Return the entries that changed after the change number `after`; -1 returns all entries. With `only`,
    entries whose primary keys are not in `only` are left out.

    With `until`, the entries are returned as they were at that moment: attempts that ended later were still
    running. A result that is stored during the reading may be missing. The next load then has that result,
    since its change number is higher.
    """
    changed = Entry.objects.filter(competition=competition, changed__gt=after)
    changed = changed if only is None else changed.filter(pk__in=only)
    entries = list(
        changed.values_list(
            "pk",
            "changed",
            "joined_at",
            "disqualified_at",
            "granted",
            "called",
            "player",
            "player__name",
            "player__bot",
            "player__account",
        )
    )
    if not entries:
        return Loaded([], after)
    made = Attempt.objects.filter(round__in=[round for round, _ in rules.rounds])
    if only is None:
        made = made.filter(entry__competition=competition, entry__changed__gt=after)
    else:
        made = made.filter(entry__in=only)
    if until is None:
        running, results = _running_and_results(made)
    else:
        running = _running_at(made, until)
        results = _results_until(competition, rules, made, until)
    with_grants = any(granted for _, _, _, _, granted, *_ in entries)
    set_aside = made.filter(set_aside=True) if with_grants else Attempt.objects.none()
    aside, again = _rounds_by_entry(set_aside), _rounds_by_entry(set_aside.filter(given_back=True))
    entrants = [
        Entrant(
            entry=entry,
            player={"id": player, "name": called or name, "bot": bot, "account": account},
            joined=microseconds(joined_at),
            disqualified=disqualified_at is not None,
            results=results.get(entry, {}),
            running=frozenset(running.get(entry, ())),
            granted=_rounds_of(granted, rules),
            set_aside=frozenset(aside.get(entry, ())),
            seen_before=frozenset(again.get(entry, ())),
        )
        for entry, _, joined_at, disqualified_at, granted, called, player, name, bot, account in entries
    ]
    return Loaded(entrants, max(changed for _, changed, *_ in entries))


def _running_and_results(made: QuerySet[Attempt]) -> tuple[Mapping[str, set[int]], Results]:
    """The rounds that each entry is playing now, keyed by the entry's id, and the results that count now. Two
    queries would miss an attempt that ends between them, so one UNION reads both. Each part of the UNION uses
    an index."""
    running = made.filter(ended_at=None, set_aside=False).values_list(*RESULT)
    playing: dict[str, set[int]] = defaultdict(set)
    ended = []
    for row in made.filter(counts=True).values_list(*RESULT).union(running, all=True):
        entry, round, *_, ended_at = row
        if ended_at is None:
            playing[entry].add(round)
        else:
            ended.append(row)
    return playing, _results(ended)


def _running_at(made: QuerySet[Attempt], until: datetime) -> Mapping[str, set[int]]:
    """The rounds that each entry was playing at the moment `until`, keyed by the entry's id."""
    then = Q(started_at__lte=until) & (Q(ended_at=None) | Q(ended_at__gt=until))
    return _rounds_by_entry(made.filter(then, set_aside=False))


def _rounds_by_entry(attempts: QuerySet[Attempt]) -> Mapping[str, set[int]]:
    """The rounds of these attempts, keyed by the id of the entry that played them."""
    rounds: dict[str, set[int]] = defaultdict(set)
    for entry, round in attempts.values_list("entry", "round"):
        rounds[entry].add(round)
    return rounds


def _rounds_of(bits: int, rules: Rules) -> frozenset[int]:
    """The rounds whose bits are set in a value of `Entry.granted`."""
    if not bits:
        return frozenset()
    return frozenset(round for index, (round, _) in enumerate(rules.rounds) if bits >> index & 1)


def _results_until(
    competition: Competition, rules: Rules, made: QuerySet[Attempt], until: datetime
) -> Results:
    """The results that counted at the moment `until`. Some of them still count; others were replaced later.

    A replaced result is found among the attempts that had ended by `until`: the first attempt or the best,
    as the competition counts. Of equally good attempts, the one that ended first counts. An attempt that is
    set aside now is left out, even if it counted then.
    """
    first = competition.counts == Counts.FIRST
    ended = made.filter(ended_at__lte=until, set_aside=False)
    later = Attempt.objects.filter(
        entry=OuterRef("entry"), round=OuterRef("round"), counts=True, ended_at__gt=until
    )
    as_they_came = ("number",) if first else ("ended_at", "number")
    counting = ended.filter(counts=True).values_list(*RESULT)
    replaced = ended.filter(Exists(later)).order_by(*as_they_came).values_list(*RESULT)
    lowest_wins = {round: of.lowest_wins for round, of in rules.rounds}

    def stands(earlier: Result, later: Result, round: int) -> bool:
        return first or not better(
            later, earlier, lowest_wins=lowest_wins[round], tie_breaks=competition.tie_breaks
        )

    return _results([*counting, *replaced], stands)


def _results(
    rows: Iterable[tuple[Any, ...]], stands: Callable[[Result, Result, int], bool] | None = None
) -> Results:
    """Return the results as `Results`. If an entry has several results at a round, `stands` is called with
    the earlier one, the later one and the round's primary key. It returns whether the earlier one still
    counts."""
    found: dict[str, dict[int, Result]] = defaultdict(dict)
    for entry, round, attempt, score, won, moves_made, elapsed_ms, ended_at in rows:
        result = Result(attempt, score, won, moves_made, elapsed_ms, ended_at)
        of_entry = found[entry]
        if round not in of_entry or not (stands and stands(of_entry[round], result, round)):
            of_entry[round] = result
    return found
