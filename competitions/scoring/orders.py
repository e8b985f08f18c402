"""The orders in which entries stand: in one round, and over several.

Each keeps a line for every entry, sorted: the ranked ones by their key, best first, then those without a
result, then the disqualified; equals in order of joining. A line is found, put and taken out in steps that
hardly grow with the field.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, islice
from math import inf, lcm
from typing import Final, NamedTuple

from sortedcontainers import SortedList

from .entrants import Entrant, Rules
from .rankings import Relative, Standing
from .results import Result
from .tie_breaks import TIE_BREAKS

RANKED, WITHOUT_RESULT, DISQUALIFIED = range(3)

Key = tuple[int, ...]
"""What decides, the most important first: of two entries the smaller key is better, and equal keys tie."""

Line = tuple[int, Key, int, str]
"""Whether it is ranked, its key, when it joined, and the entry."""


class Place(NamedTuple):
    """`rank` is None for an entry that is not ranked; `tied` says whether the rank is shared."""

    rank: int | None
    tied: bool


class Worths(NamedTuple):
    """What the places of a round are worth: a numerator for each key over one denominator."""

    of: Mapping[Key, int]
    denominator: int


UNRANKED: Final = Place(None, tied=False)


class Order(ABC):
    """All entries of a field, the best first."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._lines: SortedList[Line] = SortedList()

    @abstractmethod
    def key(self, entrant: Entrant) -> Key | None:
        """What decides; None for an entry without a result."""

    def fill(self, entrants: Iterable[Entrant]) -> None:
        self._lines = SortedList(map(self._line, entrants))

    def settle(self) -> None:  # noqa: B027 - most orders follow at once
        """Let it follow what has changed; to be called before it is read."""

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        """Move one entry to where it stands now; `before` is what it was until now, if it was there."""
        old, new = before and self._line(before), self._line(after)
        if old == new:
            return
        if old is not None:
            self._lines.remove(old)
        self._lines.add(new)

    def stretch(self, start: int, stop: int) -> list[str]:
        """The entries from one place up to another."""
        return [line[3] for line in self._lines.islice(start, stop)]

    def before(self, entrant: Entrant) -> int:
        """How many entries stand before this one."""
        return self._lines.bisect_left(self._line(entrant))

    def standing(self, entrant: Entrant) -> Standing | None:
        """How many of the other ranked entries are better, as good, and worse; None if it has no rank."""
        line = self._line(entrant)
        if line[0] != RANKED:
            return None
        better = self._lines.bisect_left(line[:2])
        not_worse = self._lines.bisect_left((*line[:2], inf))
        return Standing(better, not_worse - better - 1, self.ranked - not_worse)

    def place(self, entrant: Entrant) -> Place:
        standing = self.standing(entrant)
        return UNRANKED if standing is None else Place(standing.better + 1, standing.as_well > 0)

    @property
    def ranked(self) -> int:
        """How many entries have a rank."""
        return self._lines.bisect_left((WITHOUT_RESULT,))

    def groups(self) -> Iterator[tuple[Key, list[str]]]:
        """The ranked entries that share a place, best first."""
        ranked = islice(self._lines, self.ranked)
        for key, lines in groupby(ranked, key=lambda line: line[1]):
            yield key, [line[3] for line in lines]

    def _line(self, entrant: Entrant) -> Line:
        if entrant.disqualified:
            return DISQUALIFIED, (), entrant.joined, entrant.entry
        key = self.key(entrant)
        if key is None:
            return WITHOUT_RESULT, (), entrant.joined, entrant.entry
        return RANKED, key, entrant.joined, entrant.entry

    def _tie_keys(self, results: Sequence[Result]) -> Key:
        return tuple(TIE_BREAKS[name].key(results) for name in self.rules.tie_breaks)


class InRound(Order):
    """The order in one round: by the game's score, then the tie-breaks."""

    def __init__(self, rules: Rules, round: int) -> None:
        super().__init__(rules)
        self.round = round
        self._sign = 1 if dict(rules.rounds)[round].lowest_wins else -1
        self._worths: Worths | None = None

    def key(self, entrant: Entrant) -> Key | None:
        result = entrant.results.get(self.round)
        return None if result is None else (self._sign * result.score, *self._tie_keys([result]))

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        self._worths = None
        super().replace(before, after)

    def worths(self, ranking: Relative) -> Worths:
        """What the places are worth."""
        if self._worths is None:
            sizes = {key: len(entries) for key, entries in self.groups()}
            shares = ranking.shares([*sizes.values()])
            self._worths = Worths(dict(zip(sizes, shares.numerators, strict=True)), shares.denominator)
        return self._worths

    def worth(self, entrant: Entrant, ranking: Relative) -> Fraction:
        """What the entry's place is worth: nothing if it has none."""
        key = None if entrant.disqualified else self.key(entrant)
        worths = self.worths(ranking)
        return Fraction(0 if key is None else worths.of[key], worths.denominator)


class BySum(Order):
    """The order over rounds by the sum of the scores: by what an entry gained on one that never played."""

    def __init__(self, rules: Rules, among: frozenset[int]) -> None:
        super().__init__(rules)
        self._worst = {round: of.worst_score for round, of in rules.rounds if round in among}

    def key(self, entrant: Entrant) -> Key | None:
        counted = [result for round, result in entrant.results.items() if round in self._worst]
        return (-self.gain(entrant), *self._tie_keys(counted)) if counted else None

    def gain(self, entrant: Entrant) -> int:
        """How much better its scores are than the worst ones."""
        worst = self._worst
        return sum(
            abs(worst[round] - result.score) for round, result in entrant.results.items() if round in worst
        )


class ByPlaces(Order):
    """The order over rounds by what the places in them are worth, in whole numbers over one denominator.

    One result may move all others, so that the order is worked out anew when it is asked for after a change.
    """

    def __init__(
        self,
        rules: Rules,
        ranking: Relative,
        among: frozenset[int],
        entrants: Mapping[str, Entrant],
        in_round: Callable[[int], InRound],
    ) -> None:
        super().__init__(rules)
        self._ranking = ranking
        self._among = among
        self._entrants = entrants
        self._in_round = in_round
        self._worths: dict[str, int] = {}
        self._tie_keys_of: dict[str, Key] = {}
        self._settled = False

    def fill(self, entrants: Iterable[Entrant]) -> None:
        """They are there already: the order looks at the field's own entrants."""

    def replace(self, before: Entrant | None, after: Entrant) -> None:
        self._tie_keys_of.pop(after.entry, None)
        self._settled = False

    def settle(self) -> None:
        if self._settled:
            return
        rounds = [self._in_round(round) for round in self._among]
        worths = [round.worths(self._ranking) for round in rounds]
        common = lcm(*(worth.denominator for worth in worths))
        self._worths = dict.fromkeys(self._entrants, 0)
        for round, worth in zip(rounds, worths, strict=True):
            scale = common // worth.denominator
            for key, entries in round.groups():
                if worth.of[key]:
                    for entry in entries:
                        self._worths[entry] += scale * worth.of[key]
        super().fill(self._entrants.values())
        self._settled = True

    def key(self, entrant: Entrant) -> Key | None:
        if self._among.isdisjoint(entrant.results):
            return None
        ties: Key = ()
        if self.rules.tie_breaks:
            ties = self._tie_keys_of.get(entrant.entry, ())
            if not ties:
                counted = [result for round, result in entrant.results.items() if round in self._among]
                ties = self._tie_keys_of[entrant.entry] = self._tie_keys(counted)
        return (-self._worths[entrant.entry], *ties)
