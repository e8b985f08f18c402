"""Reads of the scoreboard: versioned rows, in order, a stretch at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Abs

from ..models import Attempt, Competition, Entry, Player, Round
from .ranking import Place, places, total

HEAD: Final = 25
"""Rows that watchers are sent."""

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
    """The first rows, without `rounds` and `tie_break`: what watchers are sent. Three queries."""
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

    `competition` must be freshly read: its version is taken before the rows
    are, so that the rows can only be newer than the version says.
    """
    counted = [each for each in competition.opened_rounds(now) if round in (None, each)]
    entries = _in_order(competition, round)
    before = min(offset, 1)  # one more on either side shows whether the outermost ranks are shared
    stretch = list(entries[offset - before : offset + limit + 1])
    standings = places(
        [entry.standing_gain for entry in stretch],
        start=offset - before,
        better=_better(entries, stretch[0]) if offset and stretch else 0,
    )
    shown = list(zip(stretch, standings, strict=True))[before : before + limit]
    worst = sum(each.deal.worst_score for each in counted)
    played = _cells([entry for entry, _ in shown]) if cells else {}
    return Sheet(
        version=competition.version_at(now),
        total=competition.entries.count(),
        offset=offset,
        results=[
            _row(entry, place, worst, _score_order(competition))
            | ({"rounds": _played_rounds(competition, entry, played), "tie_break": []} if cells else {})
            for entry, place in shown
        ],
    )


def neighbourhood(competition: Competition, player: Player, round: Round | None) -> int | None:
    """The offset at which the player's neighbourhood begins; None for who has not joined."""
    entries = _in_order(competition, round)
    entry = entries.filter(player=player).first()
    if entry is None:
        return None
    ids = list(entries.values_list("pk", flat=True))
    return max(0, ids.index(entry.pk) - NEIGHBOURS)


def _in_order(competition: Competition, round: Round | None) -> QuerySet[Entry]:
    """The entries as they stand, each with its `standing_gain`."""
    entries = Entry.objects.filter(competition=competition).select_related("player")
    if round is None:
        gain = Case(When(played=True, then="gain"))
        return entries.annotate(standing_gain=gain)
    score = Attempt.objects.filter(entry=OuterRef("pk"), round=round, counts=True).values("score")
    return entries.annotate(standing_gain=Abs(Subquery(score) - round.deal.worst_score)).order_by(
        F("standing_gain").desc(nulls_last=True), "joined_at", "id"
    )


def _better(entries: QuerySet[Entry], entry: Entry) -> int:
    """How many entries stand above this one's gain."""
    return 0 if entry.standing_gain is None else entries.filter(standing_gain__gt=entry.standing_gain).count()


def _score_order(competition: Competition) -> str:
    """Which totals are better; all games of a competition agree on it."""
    return competition.rounds.all()[0].deal.game.score_order


def _row(entry: Entry, place: Place, worst: int, score_order: str) -> Row:
    return {
        "rank": place.rank,
        "tied": place.tied,
        "entry": entry.pk,
        "player": player_json(entry.player),
        "disqualified": False,
        "total": total(entry.standing_gain, worst=worst, score_order=score_order),
    }


def player_json(player: Player) -> Row:
    """A player wherever one appears."""
    return {"id": player.pk, "name": player.name, "bot": player.bot}


def _cells(entries: Sequence[Entry]) -> dict[tuple[str, int], Row]:
    """What stands for each entry in each round, by entry and round; else that one is running.

    Of what is running nothing else is said: how far it is and since when is its
    player's own affair.
    """
    shown = Attempt.objects.filter(Q(counts=True) | Q(ended_at=None), entry__in=entries)
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
        for attempt in shown.order_by("counts")  # the one that counts comes last, and stands
    }


def _played_rounds(
    competition: Competition, entry: Entry, played: dict[tuple[str, int], Row]
) -> list[Row | None]:
    return [played.get((entry.pk, round.pk)) for round in competition.rounds.all()]
