"""Read the standings: rows in order, with a version, a stretch at a time, as one viewer may see them.

Pages, REST, sockets, exports and pictures all read here. Where a viewer may not know a round's scores yet,
the standings are over the other rounds, and of that round show only who has played it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Final, NamedTuple

from ..embargo.visibility import Viewpoint
from ..models import Entry, Player, Round
from .arrivals import Arrivals, arrival_of
from .comparison import Comparison, compare
from .entrants import Entrant
from .extent import Extent
from .field import Field
from .medals import medals_in
from .memory import FIELDS
from .orders import InRound, Order, Place
from .overtakes import Passing, passings
from .rankings import RANKINGS, Relative, Summed
from .results import Result
from .tie_breaks import TIE_BREAKS

HEAD: Final = 25
"""How many rows watchers get."""

PAGE: Final = 100
"""How many rows a GET returns."""

NEIGHBOURHOOD: Final = 11
"""How many rows are shown around a viewer's own, which is in the middle."""

Row = dict[str, Any]
"""One entry, with the keys of a row in the API."""

FORM: Final = 6
"""Raise it whenever the contents of rows change, so that clients do not take old copies for current ones."""

NOTHING: Final[Row] = {
    "score": None,
    "won": False,
    "points": None,
    "moves": None,
    "elapsed_ms": None,
    "state": "running",
    "attempt": None,
}

RUNNING: Final[Row] = NOTHING
"""The cell of a round that is being played."""

HIDDEN: Final[Row] = NOTHING | {"won": None, "state": "finished"}
"""The cell of a round that was played, whose scores the viewer may not know yet."""


@dataclass(frozen=True)
class Sheet:
    """A stretch of the standings: `results` are rows `offset`, `offset + 1`, … of `total` entries.

    The rows are as new as `version`, or newer. If `frozen`, they are as of the beginning of the freeze.
    """

    version: int
    total: int
    offset: int
    frozen: bool
    results: Sequence[Row]
    comparison: Comparison | None = None
    """For the rows around an entry in one round: how its result compares with the others."""


def head(seen: Viewpoint) -> Sheet:
    """The first rows, without `rounds` and `tie_break`, for watchers."""
    return sheet(seen, limit=HEAD, cells=False)


def sheet(
    seen: Viewpoint, *, round: Round | None = None, offset: int = 0, limit: int = PAGE, cells: bool = True
) -> Sheet:
    """`limit` rows from `offset` on, of the competition or of one round.

    `seen.competition` must be freshly read: rows can be newer, but not older.
    """
    with _reading(seen, round) as reading:
        return reading.sheet(offset, limit, cells=cells)


def rows(
    seen: Viewpoint, *, round: Round | None = None, offset: int = 0, limit: int | None = None
) -> Iterator[Row]:
    """All rows from `offset` on, at most `limit`, of the competition or of one round, as of this call.

    Rows are made one at a time, without holding the field. They lack `among` and `decided_by`.
    """
    with _reading(seen, round) as reading:
        return islice(reading.rows(offset), limit)


def before(entry: Entry, seen: Viewpoint) -> int:
    """How many entries stand before this one over all rounds."""
    with _reading(seen, None, having=entry) as reading:
        return reading.order.before(reading.field.entrants[entry.pk])


def row_of(entry: Entry, seen: Viewpoint, *, round: Round | None = None) -> Row:
    """The row of one entry over all rounds, or in one round."""
    with _reading(seen, round, having=entry) as reading:
        return reading.row(reading.field.entrants[entry.pk])


def rows_of(entries: Iterable[Entry], seen: Viewpoint) -> Mapping[str, Row]:
    """The rows of these entries over all rounds, by key. An entry that has just joined may be missing."""
    with _reading(seen, None) as reading:
        entrants = reading.field.entrants
        return {each.pk: reading.row(entrants[each.pk]) for each in entries if each.pk in entrants}


def around(entry: Entry, seen: Viewpoint, *, round: Round | None = None, limit: int | None = None) -> Sheet:
    """The row of an entry and its neighbours: at most `limit` rows."""
    limit = limit or NEIGHBOURHOOD
    with _reading(seen, round, having=entry) as reading:
        entrant = reading.field.entrants[entry.pk]
        stretch = reading.sheet(max(0, reading.order.before(entrant) - limit // 2), limit)
        return replace(stretch, comparison=reading.comparison(entrant))


def comparison(entry: Entry, seen: Viewpoint, *, round: Round) -> Comparison | None:
    """How an entry's result compares with the others of its round, as far as the viewer may know; None if
    there is nothing to compare."""
    with _reading(seen, round, having=entry) as reading:
        return reading.comparison(reading.field.entrants[entry.pk])


def winners(seen: Viewpoint, *, round: Round) -> int | None:
    """How many have won a round, in a game in which all winners have one score; None if the viewer may not
    know."""
    with _reading(seen, round) as reading:
        return reading.winners(round)


def medals(seen: Viewpoint, *, round: Round) -> Mapping[str, int]:
    """The score that each medal of a round takes. Empty until the round is closed for everyone and the
    viewer may know all its results."""
    if not seen.tells_field(round):
        return {}
    with _reading(seen, round) as reading:
        return reading.medals(round)


class PlaceBeside(NamedTuple):
    """The place that another result would take in a round, and the number of results it would be among."""

    rank: int
    tied: bool
    among: int


def place_beside(result: Result, seen: Viewpoint, *, round: Round) -> PlaceBeside:
    """The place of the viewer in a round if `result` replaced their own."""
    with _reading(seen, round) as reading:
        return reading.place_beside(result)


def arrivals(seen: Viewpoint, *, round: Round) -> Arrivals:
    """How the standings of a round developed, without the viewer's own result."""
    with _reading(seen, round) as reading:
        everyones, mine = reading.field.arrivals(round), reading.mine
        own = None if mine is None else arrival_of(mine, reading.in_round, round)
        return everyones if own is None else everyones.without(own)


def explanations(entry: Entry, seen: Viewpoint) -> list[str | None]:
    """Why each round is worth what it is to an entry; None where there is nothing to explain."""
    if not isinstance(RANKINGS[seen.competition.ranking], Relative):
        return [None] * len(seen.competition.rounds_in_order)
    with _reading(seen, None, having=entry) as reading:
        return reading.explanations(reading.field.entrants[entry.pk])


def sheet_and_passings(seen: Viewpoint, *, offset: int, limit: int) -> tuple[Sheet, list[Passing]]:
    """A stretch over all rounds, and the nearest entries that overtook the viewer's, or that it overtook,
    by the newest round that the viewer finished or that is closed."""
    with _reading(seen, None, having=seen.entry) as reading:
        mine = seen.entry and reading.field.entrants[seen.entry.pk]
        return reading.sheet(offset, limit), reading.passings(mine) if mine else []


@contextmanager
def _reading(seen: Viewpoint, round: Round | None, having: Entry | None = None) -> Iterator["_Reading"]:
    own: Entrant | None = None
    if seen.entry is not None and seen.frozen_since is not None:
        with FIELDS.of(seen.competition, having=seen.entry.pk) as now:
            own = now.entrants[seen.entry.pk]
    with FIELDS.of(
        seen.competition, seen.frozen_since, having=None if having is None else having.pk
    ) as field:
        yield _Reading(seen, field, round, own)


class _Reading:
    """The standings of a field as a viewer may see them, over all rounds or in one."""

    def __init__(self, seen: Viewpoint, field: Field, round: Round | None, own: Entrant | None) -> None:
        self.seen = seen
        self.field = field
        self.round = round
        self.own = own
        """During a freeze, the viewer's own entry as it is now."""
        extent = Extent(seen, round)
        self.rounds, self.counted = extent.rounds, extent.counted
        self.shown, self.known = extent.shown, extent.known
        ranking = RANKINGS[seen.competition.ranking]
        self.relative = ranking if isinstance(ranking, Relative) else None
        self.summed = ranking if isinstance(ranking, Summed) else None
        self.tells_worths = ranking.tells_worths
        self._facts = dict(field.rules.rounds)
        self._valuing: dict[int, Callable[[Entrant], Fraction]] = {}

    @cached_property
    def order(self) -> Order:
        if self.round is not None and self.known:
            return self.field.in_round(self.round.pk)
        return self.field.over(each.pk for each in self.known)

    @property
    def in_round(self) -> InRound:
        """The order in the one round that is read."""
        assert self.round is not None
        return self.field.in_round(self.round.pk)

    @property
    def mine(self) -> Entrant | None:
        """The viewer's own entry."""
        return None if self.seen.plays_as is None else self.field.entrants.get(self.seen.plays_as.pk)

    def place_beside(self, result: Result) -> PlaceBeside:
        standing = self.in_round.beside(result, but=self.mine)
        return PlaceBeside(standing.better + 1, standing.as_well > 0, sum(standing) + 1)

    def sheet(self, offset: int, limit: int, *, cells: bool = True) -> Sheet:
        competition = self.seen.competition
        entrants = map(self.field.entrants.__getitem__, self.order.stretch(offset, offset + limit))
        return Sheet(
            version=competition.version_at(self.seen.now),
            total=competition.entrants,
            offset=offset,
            frozen=self.seen.frozen_since is not None,
            results=[self.row(entrant, cells=cells) for entrant in entrants],
        )

    def rows(self, offset: int) -> Iterator[Row]:
        """All rows as of now. Later changes of the field do not show in rows that are made later."""
        entrants, places = dict(self.field.entrants), self.order.places()
        if self.relative is not None:
            for round in self.shown:
                self._value(round)
        return (self._at(place, entrants[entry]) for entry, place in islice(places, offset, None))

    def row(self, entrant: Entrant, *, cells: bool = True) -> Row:
        row = self._at(self.order.place(entrant), entrant, cells=cells)
        row["among"] = self.order.ranked
        if cells:
            row["decided_by"] = self._decided_by(entrant)
        return row

    def _at(self, place: Place, entrant: Entrant, *, cells: bool = True) -> Row:
        """A row without the values that depend on its neighbours."""
        row = {
            "rank": place.rank,
            "tied": place.tied,
            "entry": entrant.entry,
            "player": entrant.player,
            "disqualified": entrant.disqualified,
            "total": self._total(entrant),
            **self._progress(entrant, place),
        }
        if cells:
            row["rounds"] = [self._cell(entrant, each) for each in self.rounds]
            row["tie_break"] = self._tie_break(entrant)
        return row

    def _total(self, entrant: Entrant) -> int | float | None:
        """The total. None if the viewer may know no round yet: 0 would look like a perfect score."""
        if not self.known:
            return None
        if self.relative is not None:
            worths = (self._value(each.pk)(entrant) for each in self.known)
            return two_decimals(self.relative.overall(sum(worths, Fraction(0)), len(self.known)))
        return sum(self._worth(entrant.results.get(each.pk), each.pk) for each in self.known)

    def _progress(self, entrant: Entrant, place: Place) -> Row:
        """Whether the entry is playing now, how many rounds it has played, its score so far while some are
        missing, and the attempt that brought its newest result.

        Of a running attempt others learn only that it runs: its length and start are the player's own affair.
        """
        results = self._known_results(entrant)
        newest = max(results, key=lambda result: (result.ended_at, result.attempt), default=None)
        missing = place.rank is not None and len(results) < len(self.known)
        return {
            "playing": any(each.pk in entrant.running for each in self.counted),
            "played": len(results),
            "so_far": self._so_far(entrant, len(results)) if missing and self.relative is None else None,
            "newest": newest and newest.attempt,
        }

    def _so_far(self, entrant: Entrant, played: int) -> Row:
        """What the played rounds are worth."""
        rounds = [each.pk for each in self.known if each.pk in entrant.results]
        score = sum(self._worth(entrant.results[round], round) for round in rounds)
        return {"score": score, "rounds": played, "of": len(self.known)}

    def _worth(self, result: Result | None, round: int) -> int:
        """What a result is worth where scores are added up. None means that the round was not played."""
        assert self.summed is not None
        facts = self._facts[round]
        return self.summed.worth(facts.worst_score if result is None else result.score, facts.par)

    def _known_results(self, entrant: Entrant) -> list[Result]:
        return [entrant.results[each.pk] for each in self.known if each.pk in entrant.results]

    def _cell(self, entrant: Entrant, round: Round) -> Row | None:
        """The attempt that counts, or else the running one."""
        result = entrant.results.get(round.pk)
        if self.seen.entry is not None and self.seen.entry.pk == entrant.entry:
            # Players always see their own results.
            mine = (self.own or entrant).results.get(round.pk)
            if mine is not None and (mine != result or round.pk not in self.shown):
                return self._result_cell(mine, points=None)
        if result is None:
            return RUNNING if round.pk in entrant.running else None
        if round.pk not in self.shown:
            return HIDDEN
        return self._result_cell(result, points=self._points(entrant, round))

    def _result_cell(self, result: Result, *, points: float | None) -> Row:
        return {
            "score": result.score,
            "won": result.won,
            "points": points,
            "moves": result.moves_made,
            "elapsed_ms": result.elapsed_ms,
            "state": "finished",
            "attempt": result.attempt,
        }

    def _decided_by(self, entrant: Entrant) -> str | None:
        """The last tie-break needed. A single round breaks ties before its places get their worth."""
        single = self.known[0].pk if len(self.known) == 1 and self.relative else None
        order = self.order if single is None else self.field.in_round(single)
        return order.decided_by(entrant)

    def explanations(self, entrant: Entrant) -> list[str | None]:
        return [self._explanation(entrant, each) if each in self.known else None for each in self.rounds]

    def _explanation(self, entrant: Entrant, round: Round) -> str | None:
        standing = self.field.in_round(round.pk).standing(entrant)
        return self.relative.explanation(standing) if self.relative and standing else None

    def winners(self, round: Round) -> int | None:
        if round not in self.known:
            return None
        order = self.field.in_round(round.pk)
        if not order.ranked:
            return 0
        [first] = order.stretch(0, 1)
        best = self.field.entrants[first].results[round.pk]
        return order.ranked - order.worse_than(best.score) if best.won else 0

    def medals(self, round: Round) -> Mapping[str, int]:
        if round not in self.known:
            return {}
        par = self.seen.par(round)
        order = self.field.in_round(round.pk)
        return medals_in(order, par=par and par.score, worst=round.deal.worst_score)

    def comparison(self, entrant: Entrant) -> Comparison | None:
        if self.round is None or self.round not in self.known or entrant.disqualified:
            return None
        own = self.own if self.own is not None and self.own.entry == entrant.entry else entrant
        result = own.results.get(self.round.pk)
        if result is None:
            return None
        order = self.field.in_round(self.round.pk)
        return compare(result, order, listed=entrant.results.get(self.round.pk))

    def passings(self, entrant: Entrant) -> list[Passing]:
        known = {each.pk: each.number for each in self.known}
        newest = max(
            (each for each in self.known if self._settled_at(entrant, each) is not None),
            key=lambda each: (self._settled_at(entrant, each), each.number),
            default=None,
        )
        if newest is None:
            return []
        return passings(self.field, entrant, newest=newest.pk, known=known)

    def _settled_at(self, entrant: Entrant, round: Round) -> datetime | None:
        """When a round became news for an entry: when it closed, or when the entry finished it."""
        if round.window.is_over(self.seen.frozen_since or self.seen.now):
            return round.closing
        result = entrant.results.get(round.pk)
        return result and result.ended_at

    def _points(self, entrant: Entrant, round: Round) -> float | None:
        """What the round is worth, if that differs from its score: against par, once there is a par."""
        if not self.tells_worths or entrant.disqualified:
            return None
        if self.relative is None:
            counts = self._facts[round.pk].par is not None
            return self._worth(entrant.results[round.pk], round.pk) if counts else None
        return two_decimals(self._value(round.pk)(entrant))

    def _value(self, round: int) -> Callable[[Entrant], Fraction]:
        """A function for the worth of a place in the round, under a relative ranking."""
        if round not in self._valuing:
            assert self.relative is not None
            self._valuing[round] = self.field.in_round(round).valuing(self.relative)
        return self._valuing[round]

    def _tie_break(self, entrant: Entrant) -> list[Any]:
        """The values of the tie-breaks, in the order in which they decide; null without a result."""
        results = self._known_results(entrant)
        names = self.field.rules.tie_breaks
        return [TIE_BREAKS[name].value(results) if results else None for name in names]


def player_json(player: Player, *, called: str = "") -> Row:
    """A player in an answer; inside a competition by the name that they are `called` there."""
    return {"id": player.pk, "name": called or player.name, "bot": player.bot, "account": player.account}


def two_decimals(worth: Fraction) -> float:
    """A number as shown: halves are rounded up.

    >>> two_decimals(Fraction(200, 3)), two_decimals(Fraction(1, 200))
    (66.67, 0.01)
    """
    return (200 * worth.numerator + worth.denominator) // (2 * worth.denominator) / 100
