"""Reading the standings: rows with a version, in order, a stretch at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from ..models import Attempt, Competition, Entry, Player, Round
from .order import Stood, order_of
from .ranking import Place, places, total

HEAD: Final = 25
"""How many rows watchers are sent."""

PAGE: Final = 100
"""Rows of one page of a GET."""

NEIGHBOURS: Final = 5
"""Rows above and below a viewer's own in their neighbourhood."""

Row = dict[str, Any]
"""One entry, with the keys that SERVICE gives a standings row."""


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
    """The first rows, without `rounds` and `tie_break`: what watchers are sent. One query."""
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
    counted = [each for each in competition.opened_rounds(now) if round in (None, each)]
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
    worst = sum(each.deal.worst_score for each in counted)
    played = _cells(competition, [stood.entry for stood, _ in shown]) if cells else {}
    return Sheet(
        version=competition.version_at(now),
        total=competition.entrants,
        offset=offset,
        results=[
            _row(stood, place, worst, _score_order(competition))
            | ({"rounds": _played_rounds(competition, stood.entry, played), "tie_break": []} if cells else {})
            for stood, place in shown
        ],
    )


def neighbourhood(competition: Competition, player: Player, round: Round | None) -> int | None:
    """The offset at which the player's neighbourhood begins; None for a player who has not joined."""
    entry = competition.entries.filter(player=player).first()
    if entry is None:
        return None
    return max(0, order_of(competition, round).before(entry) - NEIGHBOURS)


def _score_order(competition: Competition) -> str:
    """Which totals are better; all games of a competition agree on it."""
    return competition.rounds.all()[0].deal.game.score_order


def _row(stood: Stood, place: Place, worst: int, score_order: str) -> Row:
    return {
        "rank": place.rank,
        "tied": place.tied,
        "entry": stood.entry.pk,
        "player": player_json(stood.entry.player),
        "disqualified": False,
        "total": total(stood.gain, worst=worst, score_order=score_order),
    }


def player_json(player: Player) -> Row:
    """A player wherever one appears."""
    return {"id": player.pk, "name": player.name, "bot": player.bot}


def _cells(competition: Competition, entries: Sequence[Entry]) -> dict[tuple[str, int], Row]:
    """The attempt that counts for each entry in each round, by entry and round; else the running one.

    A running attempt shows only that it is running: its length and its start
    are its player's own affair. The query is a union and names the rounds, because
    each of its parts has an index by entry and round: a player with thousands of
    attempts costs no more than others.
    """
    of_entries = Attempt.objects.filter(entry__in=entries, round__in=competition.rounds.all())
    shown = of_entries.filter(counts=True).union(of_entries.running(), all=True)
    return {
        (attempt.entry_id, attempt.round_id): {
            "score": attempt.score,
            "won": attempt.won,
            "points": None,
            "moves": attempt.moves_made if attempt.counts else None,
            "elapsed_ms": attempt.elapsed_ms,
            "state": attempt.state,
            "attempt": None if attempt.ended_at is None else attempt.pk,
        }
        for attempt in shown.order_by("counts")  # the one that counts comes last and replaces the running one
    }


def _played_rounds(
    competition: Competition, entry: Entry, played: dict[tuple[str, int], Row]
) -> list[Row | None]:
    return [played.get((entry.pk, round.pk)) for round in competition.rounds.all()]
