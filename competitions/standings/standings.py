"""Read some rows of the standings, in order and with a version, as one viewer may see them.

Pages, REST, sockets, exports and pictures all read the standings here. If a viewer may not know a round's
scores yet, the standings are over the other rounds. They then show only who has played the hidden round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..embargo.visibility import Viewpoint
from ..models import Competition, Entry, Player, Round
from ..refusals import Refusal
from ..translatable import Translatable
from .arrivals import Arrivals, arrival_of
from .comparison import Comparison, compare
from .entrants import Entrant
from .extent import Extent
from .field import Field
from .memory import FIELDS
from .orders import InRound, Order, Place
from .overtakes import Passing, passings
from .rankings import RANKINGS, Relative, Summed
from .results import Result
from .tie_breaks import TIE_BREAKS

HEAD: Final = 25
"""How many rows watchers get, from the first row on."""

PAGE: Final = 100
"""The number of rows that the API returns if a client asks for no number."""

LONG_READING: Final = timedelta(seconds=0.5)
"""A reading of the standings that took longer may have missed a change of the competition's settings."""

NEIGHBOURHOOD: Final = 11
"""The number of rows in a stretch around one entry, whose row is in the middle."""

Row = dict[str, Any]
"""A row of the standings, or a part of one, with the keys that the API uses."""

FORM: Final = 7
"""The version of the contents of rows. Raise it whenever these contents change, so that clients do not take
old copies for current ones."""

NOTHING: Final[Row] = {
    "score": None,
    "won": False,
    "points": None,
    "moves": None,
    "elapsed_ms": None,
    "state": "running",
    "attempt": None,
    "granted": False,
    "set_aside": False,
    "seen_before": False,
}

RUNNING: Final[Row] = NOTHING
"""The cell of a round that is being played. A cell is what a row shows of one round."""

HIDDEN: Final[Row] = NOTHING | {"won": None, "state": "finished"}
"""The cell of a round that was played, but whose scores the viewer may not know yet."""

SET_ASIDE: Final[Row] = HIDDEN | {"set_aside": True}
"""The cell of a round whose result an organiser has set aside, if no other attempt counts or runs."""


@dataclass(frozen=True)
class Sheet:
    """Some rows of the standings: `results` are rows `offset`, `offset + 1`, … of `total` entries.

    The rows may be newer than `version`, but never older. If `frozen`, the rows are as they were when the
    freeze began.
    """

    version: int
    total: int
    offset: int
    frozen: bool
    results: Sequence[Row]
    comparison: Comparison | None = None
    """In a stretch around an entry in one round: how the entry's result compares with the others. None in
    other sheets, and if the entry has no rank or the viewer may not know the scores."""


def head(seen: Viewpoint) -> Sheet:
    """The first `HEAD` rows, for watchers, without the keys `rounds`, `tie_break` and `decided_by`."""
    return sheet(seen, limit=HEAD, cells=False)


def sheet(
    seen: Viewpoint, *, round: Round | None = None, offset: int = 0, limit: int = PAGE, cells: bool = True
) -> Sheet:
    """At most `limit` rows from `offset` on, over all rounds or of one round. Unless `cells`, the rows lack
    the keys `rounds`, `tie_break` and `decided_by`.

    `seen.competition` must be freshly read. The rows may be newer than it, but not older.
    """
    with _reading(seen, round) as reading:
        return reading.sheet(offset, limit, cells=cells)


def rows(
    seen: Viewpoint, *, round: Round | None = None, offset: int = 0, limit: int | None = None
) -> Iterator[Row]:
    """At most `limit` rows from `offset` on, over all rounds or of one round. Changes after the call do not
    show.

    Rows are made one at a time, while other threads may use the entries. The rows have no `among` and no
    `decided_by`.
    """
    with _reading(seen, round) as reading:
        return reading.rows(offset, limit)


def before(entry: Entry, seen: Viewpoint) -> int:
    """The number of entries that stand before this one over all rounds."""
    with _reading(seen, None, having=entry) as reading:
        return reading.field.before(reading.order, entry)


def row_of(entry: Entry, seen: Viewpoint, *, round: Round | None = None) -> Row:
    """The row of one entry over all rounds, or in one round."""
    with _reading(seen, round, having=entry) as reading:
        return reading.row(reading.field.entrants[entry.pk])


def rows_of(entries: Iterable[Entry], seen: Viewpoint) -> Mapping[str, Row]:
    """The rows of these entries over all rounds, keyed by the entry's id. An entry that has just joined may
    be missing."""
    entries = list(entries)
    with _reading(seen, None) as reading:
        entrants = reading.field.entrants
        reading.field.fetch(each.pk for each in entries)
        return {each.pk: reading.row(entrants[each.pk]) for each in entries if each.pk in entrants}


def around(entry: Entry, seen: Viewpoint, *, round: Round | None = None, limit: int | None = None) -> Sheet:
    """At most `limit` rows (by default `NEIGHBOURHOOD`), with the row of the entry in the middle."""
    limit = limit or NEIGHBOURHOOD
    with _reading(seen, round, having=entry) as reading:
        at = reading.field.before(reading.order, entry)
        stretch = reading.sheet(max(0, at - limit // 2), limit)
        return replace(stretch, comparison=reading.comparison(reading.field.entrants[entry.pk]))


def comparison_of(score: int, entry: Entry | None, seen: Viewpoint, *, round: Round) -> Comparison | None:
    """How a score compares with the results of a round. The result of `entry` is not counted as one of the
    others. None if there are no results, if the viewer may not know them, or if `entry` is disqualified."""
    with _reading(seen, round, having=entry) as reading:
        return reading.comparison_of(score, None if entry is None else reading.field.entrants[entry.pk])


def winners(seen: Viewpoint, *, round: Round) -> int | None:
    """How many players have won a round of a game in which every win has the same score. None if the viewer
    may not know it."""
    with _reading(seen, round) as reading:
        return reading.winners(round)


class MomentPassed(Refusal):
    """The clock has changed a state of the competition during the reading. For example, a freeze has begun,
    and the rows may have results that the freeze hides."""

    def __init__(self) -> None:
        sentence = _("The standings are changing just now. Ask again.")
        super().__init__("unavailable", sentence, retry_after=1)


class PlaceBeside(NamedTuple):
    """The place that one more result would take in a round. `among` is the number of results including it."""

    rank: int
    tied: bool
    among: int


def place_beside(result: Result, seen: Viewpoint, *, round: Round) -> PlaceBeside:
    """The place that the viewer would have in a round if `result` replaced their own result."""
    with _reading(seen, round) as reading:
        return reading.place_beside(result)


def arrivals(seen: Viewpoint, *, round: Round) -> Arrivals:
    """How the standings of a round developed, without the viewer's own result."""
    with _reading(seen, round) as reading:
        everyones, mine = reading.field.arrivals(round), reading.mine
        own = None if mine is None else arrival_of(mine, reading.in_round, round)
        return everyones if own is None else everyones.without(own)


def explanations(entry: Entry, seen: Viewpoint) -> list[Translatable | None]:
    """For each round, a sentence that explains what the round is worth to an entry; None if the ranking
    adds up scores, if the viewer may not know the round, or if the entry has no place in the round."""
    if not isinstance(RANKINGS[seen.competition.ranking], Relative):
        return [None] * len(seen.competition.rounds_in_order)
    with _reading(seen, None, having=entry) as reading:
        return reading.explanations(reading.field.entrants[entry.pk])


def sheet_and_passings(seen: Viewpoint, *, offset: int, limit: int) -> tuple[Sheet, list[Passing]]:
    """Return rows over all rounds, and the nearest entries that overtook the viewer's entry, or were
    overtaken by it, because of one round. This round is the last that closed or that the viewer finished."""
    with _reading(seen, None, having=seen.entry) as reading:
        mine = seen.entry and reading.field.entrants[seen.entry.pk]
        return reading.sheet(offset, limit), reading.passings(mine) if mine else []


@contextmanager
def _reading(seen: Viewpoint, round: Round | None, having: Entry | None = None) -> Iterator["_Reading"]:
    """A context with the standings as the viewer may see them. If a freeze has begun since the moment of
    `seen`, the end of the context raises `MomentPassed`."""
    own: Entrant | None = None
    if seen.entry is not None and seen.frozen_since is not None:
        with FIELDS.of(seen.competition, having=seen.entry.pk) as now:
            own = now.entrants[seen.entry.pk]
    with FIELDS.of(
        seen.competition, seen.frozen_since, having=None if having is None else having.pk
    ) as field:
        yield _Reading(seen, field, round, own)
        if seen.frozen_since is None and _is_frozen_by_now(seen):
            raise MomentPassed  # the rows may have results from after the freeze began


def _is_frozen_by_now(seen: Viewpoint) -> bool:
    """Whether a freeze has begun since the moment of `seen`. After a long reading, the competition is read
    again, because an organiser may have set the freeze during the reading."""
    competition, now = seen.competition, timezone.now()
    if now - seen.now > LONG_READING:
        competition = Competition.objects.get(pk=competition.pk)
    return competition.frozen_since(now) is not None


class _Reading:
    """The standings of a competition as a viewer may see them, over all rounds or in one round."""

    def __init__(self, seen: Viewpoint, field: Field, round: Round | None, own: Entrant | None) -> None:
        self.seen = seen
        self.field = field
        self.round = round
        self.own = own
        """During a freeze, the viewer's own entry as it is now. None at other times."""
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
        """The order in the single round of these standings."""
        assert self.round is not None
        return self.field.in_round(self.round.pk)

    @property
    def mine(self) -> Entrant | None:
        """The viewer's own entry, with its results; None for a viewer without an entry."""
        return None if self.seen.plays_as is None else self.field.entrants.get(self.seen.plays_as.pk)

    def place_beside(self, result: Result) -> PlaceBeside:
        standing = self.in_round.beside(result, but=self.mine)
        return PlaceBeside(standing.better + 1, standing.as_well > 0, sum(standing) + 1)

    def sheet(self, offset: int, limit: int, *, cells: bool = True) -> Sheet:
        competition = self.seen.competition
        entries = self.order.stretch(offset, offset + limit)
        self.field.fetch(entries)
        return Sheet(
            version=competition.version_at(self.seen.now),
            total=competition.entrants,
            offset=offset,
            frozen=self.seen.frozen_since is not None,
            results=[self.row(self.field.entrants[each], cells=cells) for each in entries],
        )

    def rows(self, offset: int, limit: int | None) -> Iterator[Row]:
        """At most `limit` rows from `offset` on, as of now. Later changes of entries do not show, although
        each row is made only when it is asked for."""
        listed = self.field.listed(self.order, offset, limit)
        if self.relative is not None:
            for round in self.shown:
                self._value(round)
        return (self._at(place, entrant) for entrant, place in listed)

    def row(self, entrant: Entrant, *, cells: bool = True) -> Row:
        row = self._at(self.order.place(entrant), entrant, cells=cells)
        row["among"] = self.order.ranked
        if cells:
            row["decided_by"] = self._decided_by(entrant)
        return row

    def _at(self, place: Place, entrant: Entrant, *, cells: bool = True) -> Row:
        """A row without `among` and `decided_by`."""
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
        """The total of an entry; None if the viewer may not know any round yet, since 0 would look like a
        perfect score."""
        if not self.known:
            return None
        if self.relative is not None:
            worths = (self._value(each.pk)(entrant) for each in self.known)
            return two_decimals(self.relative.overall(sum(worths, Fraction(0)), len(self.known)))
        return sum(self._worth(entrant.results.get(each.pk), each.pk) for each in self.known)

    def _progress(self, entrant: Entrant, place: Place) -> Row:
        """The progress of an entry: whether it is playing now, how many rounds it has played, its score so
        far, and the attempt of its newest result. The score so far is None unless the entry has a rank,
        rounds are missing, and the ranking adds up scores.

        Others learn only that an attempt runs, not how many moves it has or when it started.
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
        """What the rounds that the entry has played are worth together, the number of these rounds, and the
        number of all rounds that the viewer may know.
        """
        rounds = [each.pk for each in self.known if each.pk in entrant.results]
        score = sum(self._worth(entrant.results[round], round) for round in rounds)
        return {"score": score, "rounds": played, "of": len(self.known)}

    def _worth(self, result: Result | None, round: int) -> int:
        """What a result is worth under a ranking that adds up scores. None as a result means that the round
        was not played."""
        assert self.summed is not None
        facts = self._facts[round]
        return self.summed.worth(facts.worst_score if result is None else result.score, facts.par)

    def _known_results(self, entrant: Entrant) -> list[Result]:
        return [entrant.results[each.pk] for each in self.known if each.pk in entrant.results]

    def _cell(self, entrant: Entrant, round: Round) -> Row | None:
        """The cell of an entry in a round: the attempt that counts, or else the running attempt, or else one
        that was set aside. None without any of these. `granted` is true for the rounds in
        `Entrant.granted`."""
        cell = self._played_cell(entrant, round)
        if round.pk not in entrant.granted:
            return cell
        if cell is None:
            cell = SET_ASIDE if round.pk in entrant.set_aside else None
        return cell and cell | {"granted": True, "seen_before": round.pk in entrant.seen_before}

    def _played_cell(self, entrant: Entrant, round: Round) -> Row | None:
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
            "granted": False,
            "set_aside": False,
            "seen_before": False,
        }

    def _decided_by(self, entrant: Entrant) -> str | None:
        """The last of the tie-breaks that are needed to separate the entry from its neighbours; see
        `Order.decided_by`. If only one round counts under a relative ranking, ties were broken within that
        round. Then the tie-break is the one that separates the entry from its neighbours in the round."""
        single = self.known[0].pk if len(self.known) == 1 and self.relative else None
        order = self.order if single is None else self.field.in_round(single)
        return order.decided_by(entrant)

    def explanations(self, entrant: Entrant) -> list[Translatable | None]:
        return [self._explanation(entrant, each) if each in self.known else None for each in self.rounds]

    def _explanation(self, entrant: Entrant, round: Round) -> Translatable | None:
        standing = self.field.in_round(round.pk).standing(entrant)
        return self.relative.explanation(standing) if self.relative and standing else None

    def winners(self, round: Round) -> int | None:
        if round not in self.known:
            return None
        order = self.field.in_round(round.pk)
        # If the entries stay in the database, one query finds the best entry and another reads it. The
        # entry's result may be set aside between the two queries.
        best = [self.field.entrants[entry].results.get(round.pk) for entry in order.stretch(0, 1)]
        if not order.ranked or not best or best[0] is None or not best[0].won:
            return 0
        return order.ranked - order.worse_than(best[0].score)

    def comparison(self, entrant: Entrant) -> Comparison | None:
        if self.round is None or self.round not in self.known or entrant.disqualified:
            return None
        own = self.own if self.own is not None and self.own.entry == entrant.entry else entrant
        result = own.results.get(self.round.pk)
        if result is None:
            return None
        order = self.field.in_round(self.round.pk)
        return compare(result.score, order, listed=entrant.results.get(self.round.pk))

    def comparison_of(self, score: int, entrant: Entrant | None) -> Comparison | None:
        if self.round is None or self.round not in self.known:
            return None
        if entrant is not None and entrant.disqualified:
            return None
        listed = None if entrant is None else entrant.results.get(self.round.pk)
        return compare(score, self.field.in_round(self.round.pk), listed=listed)

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
        """When a round was settled for an entry: when the round closed, or when the entry finished an open
        round. None before that."""
        if round.window.is_over(self.seen.frozen_since or self.seen.now):
            return round.closing
        result = entrant.results.get(round.pk)
        return result and result.ended_at

    def _points(self, entrant: Entrant, round: Round) -> float | None:
        """What the round is worth to the entry. None in each of these cases: the worth is just the score; the
        entry is disqualified; the ranking is `against_par`, and the round has no par yet."""
        if not self.tells_worths or entrant.disqualified:
            return None
        if self.relative is None:
            counts = self._facts[round.pk].par is not None
            return self._worth(entrant.results[round.pk], round.pk) if counts else None
        return two_decimals(self._value(round.pk)(entrant))

    def _value(self, round: int) -> Callable[[Entrant], Fraction]:
        """Return a function that returns what an entry's place in the round is worth, under a relative
        ranking."""
        if round not in self._valuing:
            assert self.relative is not None
            self._valuing[round] = self.field.in_round(round).valuing(self.relative)
        return self._valuing[round]

    def _tie_break(self, entrant: Entrant) -> list[Any]:
        """The values of the tie-breaks, in the order in which they decide. All are None for an entry without
        a result."""
        results = self._known_results(entrant)
        names = self.field.rules.tie_breaks
        return [TIE_BREAKS[name].value(results) if results else None for name in names]


def player_json(player: Player, *, called: str = "") -> Row:
    """A player in the form in which the API shows players. `called` is the player's name in a competition;
    empty elsewhere."""
    return {"id": player.pk, "name": called or player.name, "bot": player.bot, "account": player.account}


def two_decimals(worth: Fraction) -> float:
    """Return a number with two decimals. A half is rounded up.

    >>> two_decimals(Fraction(200, 3)), two_decimals(Fraction(1, 200))
    (66.67, 0.01)
    """
    return (200 * worth.numerator + worth.denominator) // (2 * worth.denominator) / 100
