"""How the standings of a round developed: which results had arrived at each time after the start.

In sealed play, a result arrives after the player's own playing time, from the first view to the last move.
Players begin at different hours, so their own clocks are compared. In open play, a log is sent whole and has
no playing time. Its result arrives when the log is stored, and the time counts from the opening of the round.

A result is listed by itself only if it was among the best when it arrived. The others appear only in the
number of results that had arrived by each time.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, Final, NamedTuple, TypeVar

from ..models import Play, Round
from .entrants import Entrant
from .orders import InRound, Place
from .results import Result

APlace = TypeVar("APlace", int, tuple[Any, ...])

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
    """When the results of a round arrived."""

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
    """When the ranked results of a round arrived, that is, when their games ended."""
    ranked = takewhile(lambda each: each[1].rank is not None, order.places())
    found = [_arrival(entrants[entry], place, round) for entry, place in ranked]
    in_time = sorted(range(len(found)), key=lambda place: found[place].at_ms)
    ever = ever_among_the_first(in_time)[:MOST_ARRIVALS]
    return Arrivals([found[place] for place in ever], steps_of([found[place].at_ms for place in in_time]))


def arrival_of(entrant: Entrant, order: InRound, round: Round) -> Arrival | None:
    """When an entry's result arrived and which place it has; None if the entry has no place in the order."""
    place = order.place(entrant)
    return None if place.rank is None else _arrival(entrant, place, round)


def _arrival(entrant: Entrant, place: Place, round: Round) -> Arrival:
    assert place.rank is not None
    result = entrant.results[round.pk]
    at_ms = since_start(result.elapsed_ms, result.ended_at, round)
    return Arrival(at_ms, place.rank, entrant, result)


def since_start(elapsed_ms: int | None, ended_at: datetime, round: Round) -> int:
    """The `Arrival.at_ms` of a result, from the result's columns `elapsed_ms` and `ended_at`."""
    if round.competition.play == Play.SEALED:
        return elapsed_ms or 0
    return max(0, (ended_at - round.opening) // timedelta(milliseconds=1))


def ever_among_the_first(in_time: Iterable[APlace]) -> list[APlace]:
    """The places of the results that were among the best `FIRST` + 1 when they arrived; the best place comes
    first. `in_time` has the places of all results in the order in which the results arrived; a smaller place
    is better."""
    ever, first = [], list[APlace]()
    for place in in_time:
        if len(first) <= FIRST or place < first[-1]:
            insort(first, place)
            del first[FIRST + 1 :]
            ever.append(place)
    return sorted(ever)


def steps_of(times: Sequence[int]) -> list[tuple[int, int]]:
    """At most `MOST_STEPS` pairs: a time, and how many of `times` are not later. `times` must be sorted."""
    together = -(-len(times) // MOST_STEPS) or 1
    ends = [*range(together, len(times), together), *([len(times)] if times else [])]
    return [(times[end - 1], end) for end in ends]
