"""Who has joined a contest: each entry's rounds and row in the standings, as far as the organiser may know
them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Competition, Entry
from competitions.standings import standings

PAGE: Final = 100
"""How many entries one page shows."""

SHOWN: Final[Mapping[str, str]] = {
    "": "Everyone",
    "playing": "Playing now",
    "waiting": "Not started",
    "done": "Done",
}
"""The filters on players, with their titles."""


@dataclass(frozen=True)
class Attendant:
    """An entry with its state in each round, in order: `playing`, `done` or empty."""

    entry: Entry
    rounds: Sequence[str]
    row: standings.Row | None
    """The entry's row in the standings; None if the entry has only just joined."""

    @property
    def state(self) -> str:
        """The entry's state now: `playing`, `waiting` before its first game, `between` rounds, or `done`."""
        if "playing" in self.rounds:
            return "playing"
        if all(self.rounds):
            return "done"
        return "between" if any(self.rounds) else "waiting"

    @property
    def cells(self) -> Sequence[tuple[str, standings.Row | None]]:
        """The entry's state in each round, with the result."""
        return list(
            zip(self.rounds, self.row["rounds"] if self.row else [None] * len(self.rounds), strict=True)
        )

    @property
    def finished(self) -> int:
        return self.rounds.count("done")


def attendance(seen: Viewpoint, *, called: str, show: str, page: int) -> list[Attendant]:
    """A page of entries, plus one entry if another page follows. Two queries besides those of the standings.

    Entries are in the order of the standings or, if filtered, in the order of joining.
    `called` is a part of a name, or empty; `show` is a key of SHOWN.
    """
    competition, start = seen.competition, (page - 1) * PAGE
    if called or show:
        found = _asked_for(competition, called, show).select_related("player").order_by("joined_at", "id")
        entries = list(found[start : start + PAGE + 1])
        rows = standings.rows_of(entries, seen)
    else:
        rows = {row["entry"]: row for row in standings.rows(seen, offset=start, limit=PAGE + 1)}
        read = competition.entries.select_related("player").in_bulk(rows)
        entries = [read[key] for key in rows]
    played: dict[tuple[str, int], str] = {}
    # Of a player's attempts at a round, use only the counting one and the running one.
    standing_out = Attempt.objects.filter(entry__in=entries[:PAGE]).filter(Q(counts=True) | Q(ended_at=None))
    for entry, round, ended in standing_out.values_list("entry", "round", "ended_at"):
        if ended is None or (entry, round) not in played:
            played[entry, round] = "playing" if ended is None else "done"
    rounds = [round.pk for round in competition.rounds_in_order]
    return [
        Attendant(entry, [played.get((entry.pk, round), "") for round in rounds], rows.get(entry.pk))
        for entry in entries
    ]


def playing_now(competition: Competition) -> int:
    """How many players are in a game now."""
    running = Attempt.objects.running().filter(round__competition=competition)
    return running.values("entry").distinct().count()


def _asked_for(competition: Competition, called: str, show: str) -> QuerySet[Entry]:
    entries = competition.entries.all()
    if called:
        entries = entries.filter(Q(player__name__icontains=called) | Q(called__icontains=called))
    theirs = Attempt.objects.filter(entry=OuterRef("pk"))
    match show:
        case "playing":
            return entries.filter(Exists(theirs.running()))
        case "waiting":
            return entries.exclude(Exists(theirs))
        case "done":
            counted = theirs.filter(counts=True).order_by().values("entry").annotate(Count("pk"))
            entries = entries.exclude(Exists(theirs.running()))
            return entries.alias(played=Coalesce(Subquery(counted.values("pk__count")), 0)).filter(
                played=len(competition.rounds_in_order)
            )
    return entries
