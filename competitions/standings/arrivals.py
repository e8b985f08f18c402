"""How the standings of a round developed: which results had arrived at each time after the start.

In sealed play, a result arrives after the player's own playing time, from the first view to the last move.
Players begin at different hours, so their own clocks are compared. In open play, a log is sent whole and has
no playing time. It arrives when it was stored, counted from the opening of the round.

A result is listed by itself only if it was among the best when it arrived. The others appear only in the
number of results that had arrived by each time.
"""

from bisect import insort
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Final, NamedTuple

from ..models import Play, Round
from .entrants import Entrant
from .orders import InRound, Place
from .results import Result

FIRST: Final = 10
"""How many of the best results can be asked for at any moment of the round. One more is kept, because
`without` leaves out one result."""

MOST_ARRIVALS: Final = 300
"""The greatest number of results that are listed one by one. The best results are kept."""

MOST_STEPS: Final = 200
"""How many moments `Arrivals.steps` has at most."""


class Arrival(NamedTuple):
    """A result of a round, and when it arrived."""

    at_ms: int
    """The milliseconds until the game ended. They count from the player's own start in sealed play, and from
    the opening of the round in open play."""
    rank: int
    """The rank of the result in the standings of the round."""
    entrant: Entrant
    result: Result


class Arrivals(NamedTuple):
    firsts: Sequence[Arrival]
    """The results that were among the best `FIRST` + 1 when they arrived. The best result comes first."""
    steps: Sequence[tuple[int, int]]
    """Pairs: a time, in milliseconds since the start, and how many players had finished by then."""

    def without(self, own: Arrival) -> "Arrivals":
        """Return these arrivals without the result `own`, which need not be among `firsts`."""
        firsts = [
            each._replace(rank=each.rank - (own.rank < each.rank))
            for each in self.firsts
            if each.entrant.entry != own.entrant.entry
        ]
        steps, before = [], 0
        for at_ms, finished in self.steps:
            left = finished - (at_ms >= own.at_ms)
            if left > before:
                steps.append((at_ms, left))
            before = left
        return Arrivals(firsts, steps)


def arrivals_in(order: InRound, entrants: Mapping[str, Entrant], round: Round) -> Arrivals:
    """The arrivals of all ranked results of a round."""
    ranked = takewhile(lambda each: each[1].rank is not None, order.places())
    found = [_arrival(entrants[entry], place, round) for entry, place in ranked]
    return Arrivals(_ever_first(found)[:MOST_ARRIVALS], _steps(sorted(each.at_ms for each in found)))


def arrival_of(entrant: Entrant, order: InRound, round: Round) -> Arrival | None:
    """The arrival of an entry's result; None if it has no result."""
    place = order.place(entrant)
    return None if place.rank is None else _arrival(entrant, place, round)


def _arrival(entrant: Entrant, place: Place, round: Round) -> Arrival:
    assert place.rank is not None
    result = entrant.results[round.pk]
    return Arrival(_since_start(result, round), place.rank, entrant, result)


def _since_start(result: Result, round: Round) -> int:
    if round.competition.play == Play.SEALED:
        return result.elapsed_ms or 0
    return max(0, (result.ended_at - round.opening) // timedelta(milliseconds=1))


def _ever_first(best_first: Sequence[Arrival]) -> list[Arrival]:
    """The results that were in the first `FIRST` + 1 places when they arrived, the best result first."""
    places = range(len(best_first))
    ever, first = [], list[int]()
    for place in sorted(places, key=lambda each: best_first[each].at_ms):
        if len(first) <= FIRST or place < first[-1]:
            insort(first, place)
            del first[FIRST + 1 :]
            ever.append(place)
    return [best_first[place] for place in sorted(ever)]


def _steps(times: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of a time and the number of times that are not later, at most `MOST_STEPS`. `times` must be
    sorted."""
    together = -(-len(times) // MOST_STEPS) or 1
    ends = [*range(together, len(times), together), *([len(times)] if times else [])]
    return [(times[end - 1], end) for end in ends]
