"""The sorted entries of a contest, read from the database instead of being kept in memory.

An order has a line for each entry. `Order` asks how many lines come before one, and for the lines between two
places. To find how many come before a line, stored counts are summed, and some rows of an index are counted.
So this takes about as long with a million entries as with a few. The counts, a few thousand at most, are read
once.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate
from math import inf, isinf
from typing import Final

from django.db.models import Q, QuerySet

from ..ledger import place_keys
from ..ledger.place_keys import JOINED, PlaceKeys, time_of_joining
from ..models import Competition, Entry, PlaceCount
from .orders import DISQUALIFIED, RANKED, WITHOUT_RESULT, OrderLine
from .results import RankKey
from .tie_breaks import EPOCH, microseconds

PLACED: Final = ("place_key", "joined_at", "pk")
BY_JOINING: Final = ("joined_at", "pk")

_LINE: Final = ("pk", "joined_at", "place_key")


class StoredLines:
    """The lines of the entries of a competition, as they are now. If not `placed`, they are in the order of
    standings without results: by the time at which the entries joined.

    The lines of the last stretch are remembered, with one more line at either end. So making the rows of the
    stretch takes few further queries.
    """

    def __init__(self, competition: Competition, keys: PlaceKeys, *, placed: bool) -> None:
        self._keys = keys
        self._entries = Entry.objects.filter(competition=competition)
        self._place_counts = PlaceCount.objects.filter(competition=competition)
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

    def line_of(self, entry: Entry) -> OrderLine:
        """The line of an entry whose place is stored."""
        assert entry.place_key is not None
        key = bytes(entry.place_key)
        stands_by_key = self._is_placed or key >= place_keys.DISQUALIFIED
        return self._line(entry.pk, entry.joined_at, key if stands_by_key else JOINED)

    def islice(self, start: int, stop: int) -> Iterator[OrderLine]:
        """The lines with the indices from `start` up to, but without, `stop`."""
        first = max(0, start - 1)
        self._start, self._stretch = first, list(self._read(first, stop + 1))
        return iter(self._stretch[start - first : stop - first])

    def neighbours(self, key: RankKey) -> list[RankKey]:
        """The nearest better key and the nearest worse key among ranked entries. A key that does not exist is
        left out."""
        if key not in self._neighbours:
            self._neighbours[key] = self._find_neighbours(key)
        return self._neighbours[key]

    def _find_neighbours(self, key: RankKey) -> list[RankKey]:
        stretch = [line[1] for line in self._stretch if line[0] == RANKED]
        if stretch and stretch[0] < key < stretch[-1]:
            better = max(each for each in stretch if each < key)
            return [better, min(each for each in stretch if each > key)]
        written = self._bytes_of(key)
        ranked = self._entries.filter(place_key__lt=JOINED)
        nearest = (
            ranked.filter(place_key__lt=written).order_by("-place_key"),
            ranked.filter(place_key__gt=written).order_by("place_key"),
        )
        found = (some.values_list("place_key", flat=True).first() for some in nearest)
        return [self._keys.values(bytes(each)) for each in found if each is not None]

    def score_at(self, index: int) -> int:
        """The score of the ranked entry with this index, negated if the highest score wins."""
        return self._keys.score(self._counts[0][bisect_right(self._counts[1], index)])

    def in_order(self) -> Iterator[tuple[str, bytes | None]]:
        """The ids of all entries in order, each with the entry's key. The key is None for an entry without a
        rank. While no round is shown, a second query reads the entries that are not disqualified, which then
        come first, in the order of joining."""
        if not self._is_placed:
            waiting = self._waiting.order_by(*BY_JOINING).values_list("pk", flat=True)
            yield from ((entry, None) for entry in waiting.iterator())
        placed = self._in_places.order_by(*PLACED).values_list("pk", "place_key")
        for entry, key in placed.iterator():
            assert key is not None  # `_in_places` leaves out entries without a key
            yield entry, bytes(key) if bytes(key) < JOINED else None

    @property
    def _waiting(self) -> QuerySet[Entry]:
        """The entries in the order of joining, which is the order while no round is shown."""
        return self._entries.filter(disqualified_at=None)

    @property
    def _in_places(self) -> QuerySet[Entry]:
        """The entries that are sorted by `place_key`. In the order of joining, these are only the
        disqualified entries."""
        first = b"" if self._is_placed else place_keys.DISQUALIFIED
        return self._entries.filter(place_key__gte=first)

    @cached_property
    def _counts(self) -> tuple[list[bytes], list[int]]:
        """How many entries have each key, in two lists of one length: the keys in order, and for each key
        the number of entries with this key or an earlier one. Only the keys that this order sorts by."""
        kept = Q(key__lt=JOINED) | Q(key__gte=place_keys.WITHOUT_RESULT)
        if not self._is_placed:
            kept = Q(key__gte=JOINED, key__lt=place_keys.WITHOUT_RESULT) | Q(key__gte=place_keys.DISQUALIFIED)
        counts = self._place_counts.filter(kept).order_by("key").values_list("key", "entries")
        there = [(bytes(key), entries) for key, entries in counts]
        return [key for key, _ in there], list(accumulate(entries for _, entries in there))

    def _up_to(self, index: int) -> int:
        """How many entries have one of the first `index` keys of `_counts`."""
        return self._counts[1][index - 1] if index else 0

    def _count_before(self, line: OrderLine) -> int:
        _, _, joined, entry, _ = line
        key = self._key_of(line)
        counted = self._keys.counted(key)
        if key == counted and joined == inf:
            return self._up_to(bisect_right(self._counts[0], key))
        count = self._up_to(bisect_left(self._counts[0], counted))
        if key != counted:
            to = {"place_key__lte": key} if joined == inf else {"place_key__lt": key}
            count += self._entries.filter(place_key__gte=counted, **to).count()
        if not isinf(joined):
            there, at = self._counted_at(key), _moment(joined)
            count += there.filter(joined_at__lt=at).count() + there.filter(joined_at=at, pk__lt=entry).count()
        return count

    def _counted_at(self, key: bytes) -> QuerySet[Entry]:
        """The entries whose `place_key` is `key`. If `key` begins with `JOINED`, it is no entry's
        `place_key`, but contains a time: then return the entries of `_waiting` that joined at this time or
        later."""
        if key[:1] != JOINED:
            return self._entries.filter(place_key=key)
        return self._waiting.filter(joined_at__gte=EPOCH + int.from_bytes(key[1:]) * place_keys.MINUTES)

    def _key_of(self, line: OrderLine) -> bytes:
        """The key of a line. A line that only marks a bound may lack the last values; then the result is the
        beginning of a key."""
        tier, key, joined, _, _ = line
        if tier == RANKED:
            return self._bytes_of(key) if key else b""
        waiting = place_keys.WITHOUT_RESULT if self._is_placed else JOINED
        first = place_keys.DISQUALIFIED if tier == DISQUALIFIED else waiting
        return first if isinf(joined) else first + time_of_joining(_moment(joined))

    def _read(self, start: int, stop: int) -> Iterator[OrderLine]:
        keys, up_to = self._counts
        at = bisect_right(up_to, start)
        if at == len(keys):
            return
        first, skip = keys[at], start - self._up_to(at)
        if first[:1] != JOINED:
            rows = self._entries.filter(place_key__gte=first).order_by(*PLACED)[skip : skip + stop - start]
            for entry, joined_at, key in rows.values_list(*_LINE):
                yield self._line(entry, joined_at, bytes(key))
            return
        waiting = self._counted_at(first).order_by(*BY_JOINING)[skip : skip + stop - start]
        lines = [self._line(*row, JOINED) for row in waiting.values_list("pk", "joined_at")]
        yield from lines
        if lines and len(lines) < stop - start:
            yield from self._read(start + len(lines), stop)

    def _line(self, entry: str, joined_at: datetime, key: bytes) -> OrderLine:
        joined = microseconds(joined_at)
        if key < JOINED:
            return RANKED, self._keys.values(key), joined, entry, 0
        out = key >= place_keys.DISQUALIFIED
        return DISQUALIFIED if out else WITHOUT_RESULT, (), joined, entry, 0

    def _bytes_of(self, key: RankKey) -> bytes:
        assert all(isinstance(value, int) for value in key)
        return self._keys.from_values([value for value in key if isinstance(value, int)])


def _moment(joined: float) -> datetime:
    return EPOCH + timedelta(microseconds=int(joined))
