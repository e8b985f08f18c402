"""Reading the standings: rows with a version, in order, a stretch at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from ..models import Competition, Entry, Player, Round
from .order import Stood, order_of
from .ranking import Place, places, total
from .rounds import Rounds, Shown, rounds_of

HEAD: Final = 25
"""How many rows watchers are sent."""

PAGE: Final = 100
"""Rows of one page of a GET."""

NEIGHBOURS: Final = 5
"""Rows above and below a viewer's own in their neighbourhood."""

Row = dict[str, Any]
"""One entry, with the keys that SERVICE gives a standings row."""

RUNNING: Final[Row] = {
    "score": None,
    "won": False,
    "points": None,
    "moves": None,
    "elapsed_ms": None,
    "state": "running",
    "attempt": None,
}
"""The cell of a round that is being played."""


@dataclass(frozen=True)
class Sheet:
    """A stretch of the standings: `results` are rows `offset`, `offset + 1`, … of `total` entries.

    The rows are those of `version` or newer.
    """

    version: int
    total: int
    offset: int
    results: Sequence[Row]


def head(competition: Competition, now: datetime) -> Sheet:
    """The first rows, without `rounds` and `tie_break`: what watchers are sent. Two queries."""
    return sheet(competition, now=now, limit=HEAD, cells=False)


def sheet(
    competition: Competition,
    *,
    now: datetime,
    round: Round | None = None,
    offset: int = 0,
    limit: int = PAGE,
    cells: bool = True,
) -> Sheet:
    """`limit` rows from `offset` on, of the competition or of one round alone.

    `competition` must be freshly read: its version and the number of entrants
    are read before the rows, so that the rows can only be newer.
    """
    counted = _counted(competition, now, round)
    order = order_of(competition, round)
    before = min(offset, 1)  # one more on either side shows whether the outermost ranks are shared
    stretch = order.stretch(offset - before, offset + limit + 1)
    first = stretch[0].gain if offset and stretch else None
    standings = places(
        [gain for _, gain in stretch],
        start=offset - before,
        better=0 if first is None else order.better(first),
    )
    shown = list(zip(stretch, standings, strict=True))[before : before + limit]
    return Sheet(
        version=competition.version_at(now),
        total=competition.entrants,
        offset=offset,
        results=_rows(competition, shown, counted, cells=cells),
    )


def row_of(entry: Entry, *, competition: Competition, now: datetime, round: Round | None = None) -> Row:
    """The row of one entry, which must be freshly read, over all rounds or in one round alone.

    The entries before it are counted and not read.
    """
    order = order_of(competition, round)
    stood, place = Stood(entry, order.gain(entry)), Place(None, False)
    if stood.gain is not None:
        better, as_good = order.better(stood.gain), order.better(stood.gain - 1)
        place = Place(better + 1, tied=as_good - better > 1)
    [row] = _rows(competition, [(stood, place)], _counted(competition, now, round))
    return row


def neighbourhood(competition: Competition, player: Player, round: Round | None) -> int | None:
    """The offset at which the player's neighbourhood begins; None for a player who has not joined."""
    entry = competition.entries.filter(player=player).first()
    if entry is None:
        return None
    return max(0, order_of(competition, round).before(entry) - NEIGHBOURS)


def _counted(competition: Competition, now: datetime, round: Round | None) -> list[Round]:
    """The rounds whose scores make up a total: those that have opened, of all or of the one."""
    return [each for each in competition.opened_rounds(now) if round in (None, each)]


def _score_order(competition: Competition) -> str:
    """Which totals are better; all games of a competition agree on it."""
    return competition.rounds.all()[0].deal.game.score_order


def _rows(
    competition: Competition,
    shown: Sequence[tuple[Stood, Place]],
    counted: Sequence[Round],
    *,
    cells: bool = True,
) -> list[Row]:
    """Rows whose totals are the sums over the rounds that are `counted`."""
    worst = sum(each.deal.worst_score for each in counted)
    order_of_scores = _score_order(competition)
    every = list(competition.rounds.all())
    found = rounds_of([stood.entry for stood, _ in shown], every if cells else counted)
    return [
        _row(stood, place, total(stood.gain, worst=worst, score_order=order_of_scores))
        | _progress(stood, found, counted)
        | ({"rounds": _cells(stood, found, every), "tie_break": []} if cells else {})
        for stood, place in shown
    ]


def _row(stood: Stood, place: Place, total: int) -> Row:
    return {
        "rank": place.rank,
        "tied": place.tied,
        "entry": stood.entry.pk,
        "player": player_json(stood.entry.player),
        "disqualified": False,
        "total": total,
    }


def _progress(stood: Stood, found: Rounds, counted: Sequence[Round]) -> Row:
    """Whether the player plays now, and what they have so far while rounds are missing from their total.

    That one plays is all that is told of a running attempt: its length and its start are
    its player's own affair.
    """
    among = {each.pk for each in counted}
    played = [each for key, each in found.counting(stood.entry).items() if key in among]
    so_far = None
    if stood.gain is not None and len(played) < len(among):
        so_far = {"score": sum(each.score for each in played), "rounds": len(played), "of": len(among)}
    return {"playing": not among.isdisjoint(found.running(stood.entry)), "so_far": so_far}


def player_json(player: Player) -> Row:
    """A player wherever one appears."""
    return {"id": player.pk, "name": player.name, "bot": player.bot}


def _cells(stood: Stood, found: Rounds, every: Sequence[Round]) -> list[Row | None]:
    """For each round the attempt that counts; else the running one."""
    counting, running = found.counting(stood.entry), found.running(stood.entry)
    return [
        _cell(counting[round.pk]) if round.pk in counting else RUNNING if round.pk in running else None
        for round in every
    ]


def _cell(attempt: Shown) -> Row:
    return {
        "score": attempt.score,
        "won": bool(attempt.won),  # which is a number in SQLite
        "points": None,
        "moves": attempt.moves,
        "elapsed_ms": attempt.elapsed_ms,
        "state": "finished",
        "attempt": attempt.attempt,
    }
