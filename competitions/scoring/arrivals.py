"""How the standings of a round came about: which results were there how long after the start.

In sealed play each result stands from the time on that its player needed, from the first view to the last
move: who has a day to play in begins at any hour, and a race against them is one against their clocks. A log
that was sent whole has no such time, so in open play results stand from when they were stored, counted from
the opening of the round.

However many they are, this has few of them: who was ever among the first, and how many there were when.
"""

from bisect import insort
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Final, NamedTuple

from ..models import Play, Round
from .entrants import Entrant
from .orders import InRound
from .results import Result

FIRST: Final = 10
"""How many of the first are known at each moment."""

MOST_ARRIVALS: Final = 300
"""How many results are told, the best of them, even if more were among the first once."""

MOST_STEPS: Final = 200
"""In how many steps the number of those who have finished grows: with more results, some come together."""


class Arrival(NamedTuple):
    """A result that came at some time after the start."""

    at_ms: int
    """Milliseconds since the start."""
    rank: int
    """Its rank in the end, without the entry that was left out."""
    entrant: Entrant
    result: Result


class Arrivals(NamedTuple):
    firsts: Sequence[Arrival]
    """Those that were among the first at any time, the best first."""
    steps: Sequence[tuple[int, int]]
    """How many had finished by when, in milliseconds since the start."""


def arrivals_in(
    order: InRound, entrants: Mapping[str, Entrant], round: Round, *, but: Entrant | None
) -> Arrivals:
    """Those of a round, without the result of one entry, if it has one."""
    own = None if but is None else order.place(but).rank
    found = []
    for entry, place in takewhile(lambda each: each[1].rank is not None, order.places()):
        assert place.rank is not None
        if but is None or entry != but.entry:
            result = entrants[entry].results[round.pk]
            rank = place.rank - (own is not None and own < place.rank)
            found.append(Arrival(_since_start(result, round), rank, entrants[entry], result))
    return Arrivals(_ever_first(found)[:MOST_ARRIVALS], _steps(sorted(each.at_ms for each in found)))


def _since_start(result: Result, round: Round) -> int:
    if round.competition.play == Play.SEALED:
        return result.elapsed_ms or 0
    return max(0, (result.ended_at - round.opening) // timedelta(milliseconds=1))


def _ever_first(best_first: Sequence[Arrival]) -> list[Arrival]:
    """Those that were among the `FIRST` when they came, in the same order."""
    places = range(len(best_first))
    ever, first = [], list[int]()
    for place in sorted(places, key=lambda each: best_first[each].at_ms):
        if len(first) < FIRST or place < first[-1]:
            insort(first, place)
            del first[FIRST:]
            ever.append(place)
    return [best_first[place] for place in sorted(ever)]


def _steps(times: Sequence[int]) -> list[tuple[int, int]]:
    """How many of the sorted times are over by when."""
    together = -(-len(times) // MOST_STEPS) or 1
    ends = [*range(together, len(times), together), *([len(times)] if times else [])]
    return [(times[end - 1], end) for end in ends]
