"""The places in large contests of one round, kept in the database: a key for each entry, by which entries are
sorted, and counts of the entries whose keys begin with the same bytes.

The ledger writes keys and counts in the transaction that stores a result. That transaction has locked the
competition's row, so two transactions never write the same counts at once.

Keys are read only under the ranking `total`, but kept under every ranking. So a change of the ranking, which
is allowed until somebody plays, need not write all entries. A change of the tie-breaks need not either: only
the keys of results contain tie-breaks, and tie-breaks cannot change once there are results.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import F, FilteredRelation, Q

from games import GAMES

from ..models import Attempt, Competition, Entry, Kind, PlaceCount, Ranking, Round
from ..models.stretches import stretches
from .place_keys import PlaceKeys

KEPT_FROM: Final = 500
"""Places are kept in contests with at least this many entries. In a smaller contest they would cost more
statements than they save."""

READ_FROM: Final = 5_000
"""The standings of a contest with at least this many entries are read from its places. A smaller contest is
read into memory in 0.2 s, takes 4 MB there, and then answers without a query."""

COMPLETED_AT_ONCE: Final = 100
"""How many missing places one transaction stores at most. Storing this many takes 30 ms, during which other
writers wait for the locks of the transaction."""

_RESULT: Final = ("score", "won", "moves_made", "elapsed_ms", "ended_at")


def is_stored(competition: Competition) -> bool:
    """Whether the standings of the competition are read from its places.

    If the competition has a freeze, they are not, because the database has no places of an earlier moment.
    """
    return (
        competition.has_places
        and competition.ranking == Ranking.TOTAL
        and competition.entrants >= READ_FROM
        and competition.freeze_at is None
    )


STORED: Final = Q(has_places=True, ranking=Ranking.TOTAL, entrants__gte=READ_FROM, freeze_at=None)
"""The condition of `is_stored`, as a filter for competitions."""


def stays_stored(competition: Competition) -> bool:
    """Whether the standings of the competition will always be read from its places. Only a large daily is
    certain of that, since a daily never gets a freeze or another ranking."""
    return competition.kind == Kind.DAILY and is_stored(competition)


class Moved(NamedTuple):
    """An entry whose place has changed, with the entry's keys before and after the change. `before` is None
    if the entry was not counted."""

    entry: Entry
    before: bytes | None
    after: bytes
    keys: PlaceKeys


def moved_by_logs(competition: Competition, counting: Sequence[Attempt]) -> Iterator[Moved]:
    """Yield the change of place that each of these attempts causes. The attempts count from now on. Nothing
    is yielded if the competition keeps no places.

    The attempts' entries are used as the caller has read them. So the caller must have locked the entries
    when it read them, and must pass no attempt of a disqualified entry.
    """
    if counting and (keys := _keys_of(competition)) is not None:
        for each in counting:
            yield Moved(each.entry, _bytes(each.entry.place_key), keys.of(each), keys)


def moved_by_joining(competition: Competition, entries: Sequence[Entry]) -> Iterator[Moved]:
    """Give new entries their place keys, and yield the changes. The caller stores the keys with the
    entries."""
    if entries and (keys := _keys_of(competition)) is not None:
        for each in entries:
            each.place_key = key = keys.without_rank(each.joined_at, disqualified=False)
            yield Moved(each, None, key, keys)


def moved_by_rows(competitions: Collection[Competition], entries: Collection[str]) -> Iterator[Moved]:
    """Yield a `Moved` for each of these entries whose stored place key differs from the key that the stored
    result gives. `entries` are ids."""
    if not entries:
        return
    by_id = {each.pk: keys for each in competitions if (keys := _keys_of(each)) is not None}
    for some in stretches(entries if by_id else ()):
        rows = Entry.objects.filter(pk__in=some, competition__in=by_id).alias(
            result=FilteredRelation("attempts", condition=Q(attempts__counts=True))
        )
        found: Iterable[Any] = rows.annotate(**{column: F(f"result__{column}") for column in _RESULT})
        for entry in found:
            keys = by_id[entry.competition_id]
            before = _bytes(entry.place_key)
            out = entry.disqualified_at is not None
            ranked = entry.score is not None and not out
            after = keys.of(entry) if ranked else keys.without_rank(entry.joined_at, disqualified=out)
            if before != after:
                yield Moved(entry, before, after, keys)


def store_place_keys(moved: Iterable[Moved]) -> None:
    """Store the new place keys of entries, and the stamps that the caller has set as `Entry.changed`."""
    moved = list(moved)
    for each in moved:
        each.entry.place_key = each.after
    # These rows exist and are locked, so `bulk_create` only updates them.
    Entry.objects.bulk_create(
        [each.entry for each in moved],
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["changed", "place_key"],
    )


def count_places(moved: Iterable[Moved]) -> None:
    """Subtract the entries from the stored counts (`PlaceCount`) of their old places, and add them to those
    of their new places. The rows of the competitions must be locked.

    Counts are read, changed in Python and written back, because the ORM has no insert that adds to the
    value of an existing row.
    """
    changes: Counter[tuple[str, bytes]] = Counter()
    for each in moved:
        for key, change in ((each.after, 1), (each.before, -1)):
            if key is not None:
                for start in each.keys.counted_by(key, each.entry.joined_at):
                    changes[each.entry.competition_id, start] += change
    changed = {place: change for place, change in changes.items() if change}
    if not changed:
        return
    rows = PlaceCount.objects.filter(
        competition__in={competition for competition, _ in changed}, key__in={key for _, key in changed}
    )
    there = {
        (of, bytes(key)): entries for of, key, entries in rows.values_list("competition", "key", "entries")
    }
    counts = {place: there.get(place, 0) + change for place, change in changed.items()}
    PlaceCount.objects.bulk_create(
        [
            PlaceCount(competition_id=of, key=key, entries=count)
            for (of, key), count in counts.items()
            if count
        ],
        update_conflicts=True,
        unique_fields=["competition", "key"],
        update_fields=["entries"],
    )
    for (of, key), count in counts.items():
        if not count:  # empty counts would slow down every reading
            PlaceCount.objects.filter(competition=of, key=key).delete()


def complete_places(competition: Competition) -> None:
    """Store some of the places that are missing because their entries joined while the competition was small.
    The rest is left for the next changes in the competition. The competition's row must be locked.

    An entry that another transaction has locked is skipped. That transaction may wait for the competition's
    row, so waiting for the entry could cause a deadlock.
    """
    if competition.has_places or _keys_of(competition) is None:
        return
    missing = competition.entries.filter(place_key=None)
    free = missing.select_for_update(of=("self",), no_key=True, skip_locked=True)
    moved = list(moved_by_rows([competition], list(free.values_list("pk", flat=True)[:COMPLETED_AT_ONCE])))
    if moved:
        store_place_keys(moved)
        count_places(moved)
    if not missing.exists():
        competition.has_places = True
        competition.save(update_fields=["has_places"])


_games: Final[dict[str, str | None]] = {}
"""The game of the only round of a competition, by the competition's id; None if there are several rounds. The
number of rounds and their games never change after publication, so this cache is never out of date."""

MOST_GAMES: Final = 10_000
"""How many competitions `_games` has at most."""


def _keys_of(competition: Competition) -> PlaceKeys | None:
    """The `PlaceKeys` of the competition's only round. None if the competition is small or has several
    rounds, because no places are kept then.
    """
    if competition.entrants < KEPT_FROM:
        return None
    if competition.pk not in _games:
        rounds = Round.objects.filter(competition=competition).order_by()
        games = list(rounds.values_list("deal__game_slug", flat=True)[:2])
        if len(_games) >= MOST_GAMES:
            _games.clear()
        _games[competition.pk] = games[0] if len(games) == 1 else None
    game = _games[competition.pk]
    if game is None:
        return None
    return PlaceKeys(lowest_wins=GAMES[game].lowest_wins, tie_breaks=competition.tie_breaks)


def _bytes(key: Any) -> bytes | None:
    """A stored key as bytes, since PostgreSQL's driver returns a memoryview. None stays None."""
    return None if key is None else bytes(key)
