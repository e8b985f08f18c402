"""The places in contests of one round that are ranked by the total, kept in the database: a key for each
entry, which sorts the entries, and how many entries have keys that begin with the same bytes.

The ledger writes keys and counts in the transaction that stores a result. It has locked the competition's
row, so two transactions never write the same counts at once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from django.db.models import BinaryField, Case, F, FilteredRelation, Q, Value, When
from django.db.models.functions import Cast

from games import GAMES

from ..models import Attempt, Competition, Entry, PlaceCount, Ranking, Round
from ..models.stretches import stretches
from .place_keys import PlaceKeys

AT_ONCE: Final = 300
"""How many keys one statement writes at most."""

_RESULT: Final = ("score", "won", "moves_made", "elapsed_ms", "ended_at")


class Moved(NamedTuple):
    """An entry whose place has changed: its key before and after. None stands for no place."""

    entry: str
    competition: str
    before: bytes | None
    after: bytes | None
    counted: int
    """How many bytes at the beginning of a key decide with which entries it is counted."""


def moved_by_logs(
    competition: Competition, counting: Sequence[Attempt], replaced: Collection[Attempt]
) -> Iterator[Moved]:
    """Yield how the places change by new attempts that count (`counting`). `replaced` are the attempts of the
    same entries that counted before. No row of the entries is read. Their rows must be locked, and none of
    them may be disqualified."""
    if not counting or (keys := _keys_of(competition)) is None:
        return
    before = {each.entry_id: each for each in replaced}
    for each in counting:
        old = before.get(each.entry_id)
        yield Moved(
            each.entry_id, competition.pk, None if old is None else keys.of(old), keys.of(each), keys.counted
        )


def moved_by_rows(competitions: Collection[Competition], entries: Collection[str]) -> Iterator[Moved]:
    """Yield those of the entries whose stored key differs from the key that their stored result gives."""
    if not entries:
        return
    by_id = {each.pk: keys for each in competitions if (keys := _keys_of(each)) is not None}
    for some in stretches(entries if by_id else ()):
        rows = Entry.objects.filter(pk__in=some, competition__in=by_id).alias(
            result=FilteredRelation("attempts", condition=Q(attempts__counts=True))
        )
        results = (f"result__{column}" for column in _RESULT)
        found = rows.values_list("pk", "competition", "disqualified_at", "place_key", *results)
        for entry, competition, disqualified_at, stored, *result in found:
            keys = by_id[competition]
            row = SimpleNamespace(**dict(zip(_RESULT, result, strict=True)))
            before = None if stored is None else bytes(stored)
            after = None if row.score is None or disqualified_at is not None else keys.of(row)
            if before != after:
                yield Moved(entry, competition, before, after, keys.counted)


def store_counts(moved: Iterable[Moved]) -> None:
    """Move the entries from the counts of their old places to those of the new ones. The rows of the
    competitions must be locked."""
    counts: Counter[tuple[str, bytes]] = Counter()
    for each in moved:
        if each.after is not None:
            counts[each.competition, each.after[: each.counted]] += 1
        if each.before is not None:
            counts[each.competition, each.before[: each.counted]] -= 1
    _add_to_counts({place: change for place, change in counts.items() if change})


def store_place_keys(moved: Collection[Moved], **also: Any) -> None:
    """Store the new keys of the entries. `also` are other columns, which get the same values in all of
    them."""
    for some in stretches(moved, AT_ONCE):
        keys = [When(pk=each.entry, then=Value(each.after, output_field=BinaryField())) for each in some]
        entries = Entry.objects.filter(pk__in=[each.entry for each in some])
        # PostgreSQL must be told the type, since all keys may be null.
        entries.update(place_key=Cast(Case(*keys), BinaryField()), **also)


def count_all_places(competition: Competition) -> None:
    """Compute the places of all entries of a competition anew from their results, and store and count them.
    The competition's row must be locked."""
    competition.place_counts.all().delete()
    competition.entries.exclude(place_key=None).update(place_key=None)
    for some in stretches(list(competition.entries.values_list("pk", flat=True)), 10 * AT_ONCE):
        moved = list(moved_by_rows([competition], some))
        store_counts(moved)
        store_place_keys(moved)


_games: Final[dict[str, str | None]] = {}
"""The game of the only round of a competition, by the competition's id; None if there are several rounds. The
number of rounds and their games never change after publication, so this is never out of date."""

MOST_GAMES: Final = 10_000
"""How many competitions `_games` has at most."""


def _keys_of(competition: Competition) -> PlaceKeys | None:
    """The keys in the only round of the competition. None if its places are not kept, because it has several
    rounds or is not ranked by the total."""
    if competition.ranking != Ranking.TOTAL:
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


def _add_to_counts(changes: Mapping[tuple[str, bytes], int]) -> None:
    """Add these numbers to the stored counts. If every count is stored already and none gets smaller, which
    is usual, this takes one statement."""
    for some in stretches(changes, AT_ONCE):
        there = PlaceCount.objects.filter(reduce(or_, map(_is_at, some)))
        added = Case(*(When(_is_at(place), then=changes[place]) for place in some))
        written = there.update(entries=F("entries") + added)
        if written < len(some):
            counted = there.values_list("competition", "key") if written else ()
            known = {(of, bytes(key)) for of, key in counted}
            PlaceCount.objects.bulk_create(
                PlaceCount(competition_id=place[0], key=place[1], entries=changes[place])
                for place in some
                if place not in known
            )
        if any(changes[place] < 0 for place in some):
            there.filter(entries=0).delete()  # empty counts would slow down every reading


def _is_at(place: tuple[str, bytes]) -> Q:
    return Q(competition=place[0], key=place[1])
