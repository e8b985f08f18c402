"""The lines of an order, read from the database instead of being kept in memory.

They answer what `Order` asks of a sorted list: how many lines stand before one, and the lines of a stretch.
To find how many stand before a line, stored counts are summed, and a short stretch of an index is counted. So
this takes about as long in a field of a million as in a small one. The counts, a few thousand at most, are
read once.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate
from math import inf

from django.db.models import Q

from ..ledger.place_keys import PlaceKeys
from ..models import Competition, Entry, PlaceCount
from .orders import DISQUALIFIED, RANKED, WITHOUT_RESULT, OrderLine
from .results import RankKey
from .tie_breaks import EPOCH, microseconds

_LINE = ("pk", "joined_at", "place_key")


class StoredLines:
    """The lines of the entries of a competition, as they are now. If not `placed`, they are those of an order
    over no rounds, in which nobody has a result.

    The lines of the last stretch are remembered, with one more at either end, so that making its rows takes
    few further queries.
    """

    def __init__(self, competition: Competition, keys: PlaceKeys, *, placed: bool) -> None:
        entries = Entry.objects.filter(competition=competition)
        self._keys = keys
        self._place_counts = PlaceCount.objects.filter(competition=competition, entries__gt=0)
        self._placed = entries.filter(place_key__isnull=False) if placed else entries.none()
        out = entries.filter(disqualified_at__isnull=False)
        waiting = entries.filter(disqualified_at=None)
        self._others = {
            WITHOUT_RESULT: waiting.filter(place_key=None) if placed else waiting,
            DISQUALIFIED: out,
        }
        self._is_placed = placed
        self._before: dict[OrderLine, int] = {}
        self._neighbours: dict[RankKey, list[RankKey]] = {}
        self._start = 0
        self._stretch: list[OrderLine] = []

    def bisect_left(self, line: OrderLine) -> int:
        """The number of lines that stand before `line`, which need not be one of them."""
        if self._stretch and self._stretch[0] < line <= self._stretch[-1]:
            return self._start + bisect_left(self._stretch, line)
        if line not in self._before:
            self._before[line] = self._count_before(line)
        return self._before[line]

    def islice(self, start: int, stop: int) -> Iterator[OrderLine]:
        """The lines with the indices from `start` up to, but without, `stop`."""
        first = max(0, start - 1)
        self._start, self._stretch = first, list(self._read(first, stop + 1))
        return iter(self._stretch[start - first : stop - first])

    def neighbours(self, key: RankKey) -> list[RankKey]:
        """The next better key and the next worse one, as far as they exist."""
        if key not in self._neighbours:
            self._neighbours[key] = self._find_neighbours(key)
        return self._neighbours[key]

    def _find_neighbours(self, key: RankKey) -> list[RankKey]:
        stretch = [line[1] for line in self._stretch if line[0] == RANKED]
        if stretch and stretch[0] < key < stretch[-1]:
            better = max(each for each in stretch if each < key)
            return [better, min(each for each in stretch if each > key)]
        written = self._bytes_of(key)
        nearest = (
            self._placed.filter(place_key__lt=written).order_by("-place_key"),
            self._placed.filter(place_key__gt=written).order_by("place_key"),
        )
        found = (some.values_list("place_key", flat=True).first() for some in nearest)
        return [self._keys.values(bytes(each)) for each in found if each is not None]

    def score_at(self, index: int) -> int:
        """The score of the ranked entry with this index, negated if the highest score wins."""
        return self._keys.score(self._counts[0][bisect_right(self._counts[1], index)])

    def in_order(self) -> Iterator[tuple[str, bytes | None]]:
        """The id and the key of every entry, in order; the key is None for an entry without a rank. One
        statement for each tier."""
        ranked = self._placed.order_by("place_key", "joined_at", "pk").values_list("pk", "place_key")
        yield from ((entry, bytes(key)) for entry, key in ranked.iterator() if key is not None)
        for some in self._others.values():
            waiting = some.order_by("joined_at", "pk").values_list("pk", flat=True)
            yield from ((entry, None) for entry in waiting.iterator())

    @cached_property
    def _counts(self) -> tuple[list[bytes], list[int]]:
        """The beginnings of keys in order; and for each, how many entries have this beginning or an earlier
        one."""
        counts = self._place_counts.order_by("key").values_list("key", "entries") if self._is_placed else ()
        there = [(bytes(key), entries) for key, entries in counts]
        return [key for key, _ in there], list(accumulate(entries for _, entries in there))

    def _up_to(self, index: int) -> int:
        """How many entries have one of the first `index` beginnings of keys."""
        return self._counts[1][index - 1] if index else 0

    def _count_before(self, line: OrderLine) -> int:
        tier, key, joined, entry, _ = line
        if tier == RANKED:
            return self._count_ranked_before(key, joined, entry)
        count = self._up_to(len(self._counts[0]))
        if tier == DISQUALIFIED:
            count += self._others[WITHOUT_RESULT].count()
        if joined == -inf:
            return count
        return count + self._others[tier].filter(_earlier(joined, entry)).count()

    def _count_ranked_before(self, key: RankKey, joined: float, entry: str) -> int:
        if not key:
            return 0
        written = self._bytes_of(key)
        start = written[: self._keys.counted]
        if written == start and joined == inf:
            return self._up_to(bisect_right(self._counts[0], start))
        count = self._up_to(bisect_left(self._counts[0], start))
        if written != start:
            to = {"place_key__lte": written} if joined == inf else {"place_key__lt": written}
            count += self._placed.filter(place_key__gte=start, **to).count()
        if -inf < joined < inf:
            count += self._placed.filter(_earlier(joined, entry), place_key=written).count()
        return count

    def _read(self, start: int, stop: int) -> Iterator[OrderLine]:
        wanted = stop - start
        ranked = self.bisect_left((WITHOUT_RESULT, (), -inf, "", 0))
        found = 0
        if start < ranked:
            at = bisect_right(self._counts[1], start)
            placed = self._placed.filter(place_key__gte=self._counts[0][at])
            skip = start - self._up_to(at)
            rows = placed.order_by("place_key", "joined_at", "pk")[skip : skip + wanted]
            for entry, joined_at, key in rows.values_list(*_LINE):
                found += 1
                yield RANKED, self._keys.values(bytes(key)), microseconds(joined_at), entry, 0
        before = ranked
        for tier, entries in self._others.items():
            if found >= wanted:
                return
            skip = max(0, start + found - before)
            rows = entries.order_by("joined_at", "pk")[skip : skip + wanted - found]
            some = list(rows.values_list("pk", "joined_at"))
            yield from ((tier, (), microseconds(joined_at), entry, 0) for entry, joined_at in some)
            found += len(some)
            if tier == WITHOUT_RESULT and found < wanted:
                before = self.bisect_left((DISQUALIFIED, (), -inf, "", 0))

    def _bytes_of(self, key: RankKey) -> bytes:
        assert all(isinstance(value, int) for value in key)
        return self._keys.from_values([value for value in key if isinstance(value, int)])


def _earlier(joined: float, entry: str) -> Q:
    """The entries that joined before this one, which joined at `joined`."""
    at: datetime = EPOCH + timedelta(microseconds=int(joined))
    return Q(joined_at__lt=at) | Q(joined_at=at, pk__lt=entry)
