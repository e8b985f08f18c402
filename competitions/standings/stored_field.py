"""The entries of a large contest and their order, read from the database when they are needed. The contest
has one round and is ranked by `total`, the sum of the scores; see `entry_places.is_stored`.

The places are read from keys and counts in the database (`ledger/entry_places`). So such a contest takes no
memory, and nobody waits until a process has read it.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Final, cast

from django.db.models import F
from django.utils import timezone
from sortedcontainers import SortedList

from ..ledger.place_keys import PlaceKeys
from ..models import Attempt, Competition, Entry, Play, Round
from ..models.stretches import stretches
from .arrivals import MOST_ARRIVALS, Arrivals, arrival_of, ever_among_the_first, since_start, steps_of
from .entrants import Entrant, Rules
from .field import Field
from .load import load
from .orders import UNRANKED, InRound, Order, OrderLine, Place
from .results import RankKey, Result
from .stored_lines import StoredLines

READ_AT_ONCE: Final = 500
"""How many entrants are read together while all rows are made."""


class StoredField(Field):
    """The entries of a competition in the database. Each reading of the standings makes a new object."""

    def __init__(self, competition: Competition) -> None:
        rules = Rules.of(competition)
        super().__init__(rules)
        self.entrants = StoredEntrants(competition, rules)
        self.numbers = defaultdict(int)  # the stored orders never use these numbers
        self._competition = competition
        [(round, facts)] = rules.rounds
        self._keys = PlaceKeys(lowest_wins=facts.lowest_wins, tie_breaks=rules.tie_breaks)
        self._order = self._made(round, placed=True)
        self._by_joining = self._made(round, placed=False)

    def put(self, entrant: Entrant) -> None:
        """Put an entrant into this object alone: neither the database nor the order of entrants changes."""
        self.entrants[entrant.entry] = entrant

    def fetch(self, entries: Iterable[str]) -> None:
        cast(StoredEntrants, self.entrants).fetch(entries)

    def before(self, order: Order, entry: Entry) -> int:
        if entry.place_key is None:  # the entry was read before its place was stored
            return super().before(order, entry)
        return cast(StoredOrder, order).before_row(entry)

    def in_round(self, round: int) -> InRound:
        return self._order

    def over(self, rounds: Iterable[int]) -> Order:
        """Without rounds, the order of joining. Otherwise the order in the only round: a total over one round
        ranks the entries as their scores do."""
        return self._order if any(True for _ in rounds) else self._by_joining

    def listed(self, order: Order, offset: int, limit: int | None) -> Iterator[tuple[Entrant, Place]]:
        """Like `Field.listed`. Entrants that are read after the call have the results of the moment of the
        call. So if a freeze begins after the call, no result from the time of the freeze shows."""
        if limit is not None:
            entries = order.stretch(offset, offset + limit)
            self.fetch(entries)
            return iter([(self.entrants[each], order.place(self.entrants[each])) for each in entries])
        return self._read_later(islice(order.places(), offset, None), timezone.now())

    def arrivals(self, round: Round) -> Arrivals:
        return _arrivals(self._competition.pk, self._competition.changes, round)

    def _made(self, round: int, *, placed: bool) -> "StoredOrder":
        lines = StoredLines(self._competition, self._keys, placed=placed)
        return StoredOrder(self.rules, self.numbers, round, lines, self._keys, placed=placed)

    def _read_later(
        self, places: Iterator[tuple[str, Place]], until: datetime
    ) -> Iterator[tuple[Entrant, Place]]:
        """The entrants with their places. When an entrant is asked for, the next `READ_AT_ONCE` entrants
        are read together. Nothing keeps them for later calls."""
        while some := dict(islice(places, READ_AT_ONCE)):
            there = StoredEntrants(self._competition, self.rules, until)
            there.fetch(some)
            yield from ((there[entry], place) for entry, place in some.items())


class StoredEntrants(dict[str, Entrant]):
    """The entrants of a competition, keyed by the id of the entry. Each is read when it is first asked for.
    With `until`, each has the results of that moment."""

    def __init__(self, competition: Competition, rules: Rules, until: datetime | None = None) -> None:
        super().__init__()
        self._competition = competition
        self._rules = rules
        self._until = until

    def fetch(self, entries: Iterable[str]) -> None:
        """Read these entrants together."""
        missing = [entry for entry in entries if not super(StoredEntrants, self).__contains__(entry)]
        for some in stretches(missing):
            loaded = load(self._competition, self._rules, after=-1, until=self._until, only=some)
            self.update({each.entry: each for each in loaded.entrants})

    def __missing__(self, entry: str) -> Entrant:
        self.fetch([entry])
        if not super().__contains__(entry):
            raise KeyError(entry)
        return self[entry]

    def __contains__(self, entry: object) -> bool:
        return self.get(cast(str, entry)) is not None

    def get(self, entry: str, default: Any = None) -> Any:
        self.fetch([entry])
        return super().get(entry, default)


class StoredOrder(InRound):
    """The order in the one round of a competition, whose lines are in the database. If not `placed`, this is
    the order over no rounds: the order of joining."""

    def __init__(
        self,
        rules: Rules,
        numbers: Mapping[str, int],
        round: int,
        lines: StoredLines,
        keys: PlaceKeys,
        *,
        placed: bool,
    ) -> None:
        super().__init__(rules, numbers, round)
        self._stored = lines
        # `StoredLines` has all methods of a `SortedList` that an order calls here. It cannot add or remove
        # lines, and nobody asks it to.
        self._lines = cast("SortedList[OrderLine]", lines)
        self._keys = keys
        self._placed = placed

    def key(self, entrant: Entrant) -> RankKey | None:
        return super().key(entrant) if self._placed else None

    def key_of(self, result: Result) -> RankKey:
        return self._keys.values(self._keys.of(result))

    def neighbours(self, key: RankKey) -> Sequence[RankKey]:
        return self._stored.neighbours(key)

    def before_row(self, entry: Entry) -> int:
        """How many entries stand before the place that `entry` had when `entry` was read."""
        return self._stored.bisect_left(self._stored.line_of(entry))

    def score_at(self, place: int) -> int:
        return self._sign * self._stored.score_at(place)

    def places(self) -> Iterator[tuple[str, Place]]:
        """The id and the place of every entry, in order, as they are at the call.

        Until the iteration ends, memory keeps only the id and the rank of each entry: 70 bytes an entry.
        """
        entries: list[str] = []
        ranks, before = array("l"), None
        for index, (entry, key) in enumerate(self._stored.in_order()):
            entries.append(entry)
            if key is None:
                ranks.append(0)
            else:
                ranks.append(ranks[-1] if key == before else index + 1)
            before = key
        return (
            (entry, _place(ranks, index) if ranks[index] else UNRANKED) for index, entry in enumerate(entries)
        )


def _place(ranks: "array[int]", index: int) -> Place:
    near = ranks[max(0, index - 1) : index + 2]
    return Place(ranks[index], near.count(ranks[index]) > 1)


@lru_cache(maxsize=100)
def _arrivals(competition_id: str, changes: int, round: Round) -> Arrivals:
    """When the results of the round arrived. Reading all results of a round takes long, so the answer is
    cached. `changes`, the competition's count of changes, is only part of the cache's key: after a change,
    the results are read again."""
    field = StoredField(Competition.read(competition_id))
    moment = "elapsed_ms" if round.competition.play == Play.SEALED else "ended_at"
    placed = Attempt.objects.filter(round=round, counts=True, entry__disqualified_at=None)
    ties = ("entry__place_key", "entry__joined_at", "entry")
    in_time = placed.order_by(F(moment).asc(nulls_first=True), *ties)
    times = array("q")

    def places() -> Iterator[tuple[bytes, Any, str]]:
        columns = ("elapsed_ms", "ended_at", *ties)
        for elapsed_ms, ended_at, key, joined_at, entry in in_time.values_list(*columns).iterator():
            times.append(since_start(elapsed_ms, ended_at, round))
            yield bytes(key), joined_at, entry

    ever = [entry for _, _, entry in ever_among_the_first(places())[:MOST_ARRIVALS]]
    field.fetch(ever)
    order = field.in_round(round.pk)
    found = (arrival_of(field.entrants[entry], order, round) for entry in ever)
    return Arrivals([each for each in found if each is not None], steps_of(times))
