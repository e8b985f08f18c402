"""The orders of entries: in one round, and over several rounds.

An order keeps a sorted list with one tuple for each entry, the entry's line (`OrderLine`). First come the
lines of ranked entries, then those of entries without a result, and last those of disqualified entries.
Ranked entries are sorted by their keys. A key is a tuple: a number for the score or total, then the values
for the tie-breaks. The smallest key is the best. Entries with equal keys are sorted by the time of joining.
The cost of finding, adding and removing a line hardly grows with the number of entries.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import merge
from itertools import groupby, islice
from math import inf, lcm
from operator import add, itemgetter
from typing import Final, NamedTuple, cast

from sortedcontainers import SortedList

from .entrants import Entrant, RoundRules, Rules
from .rankings import Relative, Standing, Summed
from .results import RankKey, Result, place_key
from .tie_breaks import TIE_BREAKS

RANKED, WITHOUT_RESULT, DISQUALIFIED = range(3)

OrderLine = tuple[int, RankKey, float, str, int]
"""The values by which an entry is sorted: its tier (`RANKED`, `WITHOUT_RESULT` or `DISQUALIFIED`), the key of
its results, the time when it joined, and its id. The last value is the entry's number in `Field.numbers`.
"""


class Place(NamedTuple):
    """The place of an entry. `rank` is None for an entry without a rank; `tied` says whether others share the
    rank."""

    rank: int | None
    tied: bool


class Worths(NamedTuple):
    """What the places in a round are worth: for the rank key of each place, a numerator over one common
    denominator."""

    of: Mapping[RankKey, int]
    denominator: int
    places: list[int]
    """The place of each entry: 1 for the first place, 0 for no place. The index is the entry's number in
    `Field.numbers`."""


UNRANKED: Final = Place(None, tied=False)

SLICE: Final = 5_000
"""The greatest number of lines that are sorted at once. After that, other threads can run."""


def sort_in_slices(lines: Iterable[OrderLine]) -> SortedList[OrderLine]:
    """Return the lines in order. A sort lets no other thread run, so the lines are sorted in slices, with
    pauses between them."""
    left = iter(lines)
    slices = iter(lambda: sorted(islice(left, SLICE)), [])
    return SortedList(merge(*slices))


class Order(ABC):
    """All entries of a competition, best first. A subclass decides which entry is better, by its `key`."""

    def __init__(self, rules: Rules, numbers: Mapping[str, int]) -> None:
        self.rules = rules
        self._numbers = numbers
        self._lines: SortedList[OrderLine] = SortedList()

    @abstractmethod
    def key(self, entrant: Entrant) -> RankKey | None:
        """The key of the entry's results in this order, score or total first; None for an entry without a
        result. The smallest key is the best."""

    def fill(self, entrants: Iterable[Entrant]) -> None:
        self._lines = sort_in_slices(map(self._line, entrants))

    def settle(self) -> None:  # noqa: B027 - most orders follow at once
        """Sort the entries again if a change needs that. Call this before reading the order."""

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        """Move one entry to where its new result puts it in the order. `before` is the entry until now;
        None if the entry is new."""
        old, new = before and self._line(before), self._line(after)
        if old is not None and old != new:
            self._lines.remove(old)
        if old != new:
            self._lines.add(new)

    def stretch(self, start: int, stop: int) -> list[str]:
        """The ids of the entries from index `start` up to, but without, `stop`. Index 0 is the best."""
        return [line[3] for line in self._lines.islice(start, stop)]

    def before(self, entrant: Entrant) -> int:
        """The number of entries that stand before this one."""
        return self._lines.bisect_left(self._line(entrant))

    def standing(self, entrant: Entrant) -> Standing | None:
        """How many of the other ranked entries are better, equal and worse; None for an entry without a
        rank."""
        line = self._line(entrant)
        if line[0] != RANKED:
            return None
        better = self._before(RANKED, line[1])
        not_worse = self._before(RANKED, line[1], inf)
        return Standing(better, not_worse - better - 1, self.ranked - not_worse)

    def place(self, entrant: Entrant) -> Place:
        standing = self.standing(entrant)
        return UNRANKED if standing is None else Place(standing.better + 1, standing.as_well > 0)

    def decided_by(self, entrant: Entrant) -> str | None:
        """The last of the tie-breaks that are needed to separate the entry from its neighbours, which are the
        nearest entry with a better place and the nearest entry with a worse place. None if the score or total
        is enough, or if the entry has no rank."""
        tier, key, *_ = self._line(entrant)
        if tier != RANKED or not self.rules.tie_breaks:
            return None
        last = max((_first_difference(key, each) for each in self.neighbours(key)), default=0)
        return self.rules.tie_breaks[last - 1] if last else None

    def neighbours(self, key: RankKey) -> Sequence[RankKey]:
        """The nearest better key and the nearest worse key among ranked entries. A key that does not exist is
        left out."""
        around = (self._before(RANKED, key) - 1, self._before(RANKED, key, inf))
        return [self._lines[at][1] for at in around if 0 <= at < self.ranked]

    def places(self) -> Iterator[tuple[str, Place]]:
        """The id and the place of every entry, in order. Changes of the order after the call do not show."""
        return _places([*self._lines])

    @property
    def ranked(self) -> int:
        """How many entries have a rank."""
        return self._before(WITHOUT_RESULT)

    def _before(self, tier: int, key: RankKey = (), joined: float = -inf) -> int:
        """How many entries come before a tier (such as the disqualified entries), or before a key and a time
        of joining within that tier."""
        return self._lines.bisect_left((tier, key, joined, "", 0))

    def _line(self, entrant: Entrant) -> OrderLine:
        key = None if entrant.disqualified else self.key(entrant)
        tier = DISQUALIFIED if entrant.disqualified else WITHOUT_RESULT if key is None else RANKED
        return tier, key or (), entrant.joined, entrant.entry, self._numbers[entrant.entry]

    def _tie_keys(self, results: Sequence[Result]) -> RankKey:
        return tuple(TIE_BREAKS[name].key(results) for name in self.rules.tie_breaks)


def _first_difference(one: RankKey, other: RankKey) -> int:
    """The index of the first difference between two keys. Index 0 is the score or total; tie-breaks follow
    from index 1."""
    return next(at for at, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs)


class InRound(Order):
    """The order in one round: by score, then by tie-breaks."""

    def __init__(self, rules: Rules, numbers: Mapping[str, int], round: int) -> None:
        super().__init__(rules, numbers)
        self.round = round
        self._lowest_wins = dict(rules.rounds)[round].lowest_wins
        self._sign = 1 if self._lowest_wins else -1
        self._worths: Worths | None = None

    def key(self, entrant: Entrant) -> RankKey | None:
        result = entrant.results.get(self.round)
        return None if result is None else self.key_of(result)

    def key_of(self, result: Result) -> RankKey:
        """The key of a result in this round."""
        return place_key(result, lowest_wins=self._lowest_wins, tie_breaks=self.rules.tie_breaks)

    def is_better(self, one: int, other: int) -> bool:
        """Whether the score `one` is better than the score `other`."""
        return self._sign * one < self._sign * other

    def worse_than(self, score: int) -> int:
        """How many ranked entries have a worse score than `score`. Tie-breaks are ignored."""
        return self.ranked - self._before(RANKED, (self._sign * score + 1,))

    def beside(self, result: Result, *, but: Entrant | None) -> Standing:
        """How many ranked entries, except `but`, are better than `result`, equal to it, and worse."""
        key = self.key_of(result)
        better, not_worse = self._before(RANKED, key), self._before(RANKED, key, inf)
        counts = [better, not_worse - better, self.ranked - not_worse]
        if but is not None and (line := self._line(but))[0] == RANKED:
            counts[(line[1] >= key) + (line[1] > key)] -= 1
        return Standing(*counts)

    def score_at(self, place: int) -> int:
        """The score of the ranked entry at the index `place`. Index 0 is the best entry."""
        return self._sign * cast(int, self._lines[place][1][0])

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        if self._worths is not None and before is None and self._line(after)[0] != RANKED:
            self._worths.places.append(0)
        elif before is None or self._line(before) != self._line(after):
            self._worths = None
        super().replace(before, after)

    def worths(self, ranking: Relative) -> Worths:
        """What the places in this round are worth. This is computed again only after a change of places."""
        if self._worths is None:
            sizes, places = {}, [0] * len(self._numbers)
            groups = groupby(islice(self._lines, self.ranked), key=itemgetter(1))
            for place, (key, lines) in enumerate(groups, start=1):
                numbers = [line[-1] for line in lines]
                sizes[key] = len(numbers)
                for number in numbers:
                    places[number] = place
            shares = ranking.shares([*sizes.values()])
            of = dict(zip(sizes, shares.numerators, strict=True))
            self._worths = Worths(of, shares.denominator, places)
        return self._worths

    def worth(self, entrant: Entrant, ranking: Relative) -> Fraction:
        """What the entry's place is worth; 0 if the entry has no place."""
        return self.valuing(ranking)(entrant)

    def valuing(self, ranking: Relative) -> Callable[[Entrant], Fraction]:
        """Return a function that returns what an entry's place is worth. It uses the places as they are now,
        even after later changes of the order."""
        worths = self.worths(ranking)

        def worth(entrant: Entrant) -> Fraction:
            key = None if entrant.disqualified else self.key(entrant)
            return Fraction(0 if key is None else worths.of[key], worths.denominator)

        return worth


class BySum(Order):
    """The order over several rounds by the sum of what the scores are worth. The worst possible
    score of a round counts as 0, and so does a round that was not played."""

    def __init__(
        self, rules: Rules, numbers: Mapping[str, int], ranking: Summed, among: frozenset[int]
    ) -> None:
        super().__init__(rules, numbers)
        self._ranking = ranking
        self._rounds = {round: of for round, of in rules.rounds if round in among}

    def key(self, entrant: Entrant) -> RankKey | None:
        counted = [result for round, result in entrant.results.items() if round in self._rounds]
        return (-self.gain(entrant), *self._tie_keys(counted)) if counted else None

    def gain(self, entrant: Entrant) -> int:
        """How much more the entry's scores are worth than the worst scores of the rounds that it played."""
        return sum(
            gain_of(self._ranking, self._rounds[round], result.score)
            for round, result in entrant.results.items()
            if round in self._rounds
        )


def gain_of(ranking: Summed, round: RoundRules, score: int) -> int:
    """How much more a score is worth than the worst score of the round."""
    return abs(ranking.worth(round.worst_score, round.par) - ranking.worth(score, round.par))


class ByPlaces(Order):
    """The order over several rounds by the sum of what the places in these rounds are worth. Worths are
    numerators over one common denominator.

    One new result may move all other entries, so the order is sorted again when it is read after a change.
    The worths of rounds without a new result are kept. The previous order is nearly right, so sorting it
    takes little time.
    """

    def __init__(
        self,
        rules: Rules,
        numbers: Mapping[str, int],
        ranking: Relative,
        among: frozenset[int],
        in_round: Callable[[int], InRound],
    ) -> None:
        super().__init__(rules, numbers)
        self._ranking = ranking
        self._among = among
        self._in_round = in_round
        self._parts: list[tuple[int, RankKey, int, str]] = []
        """The parts of each entry's line that do not change when others play: the tier, the tie-breaks, the
        time of joining and the id. The index is the entry's number in `Field.numbers`."""
        self._worths: list[int] = []
        """What the places of each entry are worth together, as a numerator. The index is the entry's number
        in `Field.numbers`."""
        self._order: list[int] = []
        self._settled = False

    def fill(self, entrants: Iterable[Entrant]) -> None:
        self._parts = [self._part(entrant) for entrant in entrants]

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        number = self._numbers[after.entry]
        self._parts[number : number + 1] = [self._part(after)]
        self._settled = False

    def settle(self) -> None:
        if self._settled:
            return
        worths = [self._in_round(round).worths(self._ranking) for round in self._among]
        common = lcm(*(worth.denominator for worth in worths))
        sums = [0] * len(self._parts)
        for worth in worths:
            scale = common // worth.denominator
            of_place = [0, *(scale * numerator for numerator in worth.of.values())]
            sums = list(map(add, sums, map(of_place.__getitem__, worth.places)))
        self._worths = sums
        self._order += range(len(self._order), len(sums))
        self._lines = sort_in_slices(map(self._line_of, self._order))
        self._order = [line[-1] for line in self._lines]
        self._settled = True

    def key(self, entrant: Entrant) -> RankKey | None:
        number = self._numbers[entrant.entry]
        tier, ties, *_ = self._parts[number]
        return (-self._worths[number], *ties) if tier == RANKED else None

    def _line_of(self, number: int) -> OrderLine:
        tier, ties, joined, entry = self._parts[number]
        return tier, (-self._worths[number], *ties) if tier == RANKED else (), joined, entry, number

    def _part(self, entrant: Entrant) -> tuple[int, RankKey, int, str]:
        counted = [result for round, result in entrant.results.items() if round in self._among]
        tier = DISQUALIFIED if entrant.disqualified else RANKED if counted else WITHOUT_RESULT
        return tier, self._tie_keys(counted) if counted else (), entrant.joined, entrant.entry


def _places(lines: Iterable[OrderLine]) -> Iterator[tuple[str, Place]]:
    """The entries on sorted lines, each with its place."""
    better = 0
    for (tier, _), equals in groupby(lines, key=itemgetter(0, 1)):
        entries = [line[3] for line in equals]
        place = Place(better + 1, len(entries) > 1) if tier == RANKED else UNRANKED
        better += len(entries)
        yield from ((entry, place) for entry in entries)
