"""Who has joined a contest: each entry's rounds and row in the standings, as far as the organiser may know
them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Competition, Entry, Round
from competitions.standings import standings

PAGE: Final = 100
"""How many entries one page shows."""

SHOWN: Final[Mapping[str, str | Promise]] = {
    "": _("Everyone"),
    "playing": _("Playing now"),
    "waiting": _("Not started"),
    "done": _("Done"),
}
"""The filters on players, with their titles."""


@dataclass(frozen=True)
class RoundPlayed:
    """What an entry has done in a round, as far as the organiser may know it."""

    round: Round
    now: datetime
    running: bool = False
    times_out_at: datetime | None = None
    """When the running attempt reaches its time limit. None in each of these cases: no attempt runs, the
    attempt has no time limit, or the viewer may not know the time."""
    result: bool = False
    """Whether an attempt counts."""
    set_aside: bool = False
    may_count_again: bool = False
    """Whether an attempt was set aside, and no fresh attempt was granted in its place."""
    given_back: bool = False
    """Whether an organiser has granted a fresh attempt that has not begun yet."""

    @property
    def state(self) -> str:
        """The first that is true: `playing` while an attempt runs; `done` if an attempt counts; `again` if a
        granted attempt has not begun yet; `aside` if an attempt was set aside. Empty if none is true."""
        if self.running:
            return "playing"
        if self.result:
            return "done"
        return "again" if self.given_back else "aside" if self.set_aside else ""

    @property
    def ends_at(self) -> datetime | None:
        """When the running attempt ends at the latest, by its time limit or the close of the round. None if
        neither is known."""
        ends = (self.times_out_at, self.round.closing)
        return min((end for end in ends if end is not None), default=None)

    @property
    def may_be_played_again(self) -> bool:
        """Whether a fresh attempt may be granted."""
        begun = self.running or self.result or self.set_aside
        limited = self.round.competition.attempts is not None
        return limited and begun and not self.given_back and self.round.state(self.now) == "open"

    @property
    def may_last_longer(self) -> bool:
        """Whether more time would help: an attempt is running, and its time limit ends before the round."""
        return self.running and self.times_out_at is not None and self.times_out_at == self.ends_at


@dataclass(frozen=True)
class Attendant:
    """An entry with what it has done in each round, in order."""

    entry: Entry
    played: Sequence[RoundPlayed]
    row: standings.Row | None
    """The entry's row in the standings; None if the entry has only just joined."""

    @property
    def state(self) -> str:
        """The entry's state now, the first that is true: `playing` in some round; `again` if a granted
        attempt has not begun yet; `aside` if all rounds were played and every result was set aside; `done` if
        all rounds were played; `between` if some rounds were; `waiting` if none was."""
        for state in ("playing", "again"):
            if state in self.rounds:
                return state
        if all(self.rounds):
            return "done" if "done" in self.rounds else "aside"
        return "between" if any(self.rounds) else "waiting"

    @property
    def rounds(self) -> Sequence[str]:
        """The entry's state in each round."""
        return [each.state for each in self.played]

    @property
    def minutes_left(self) -> int | None:
        """The minutes until the first of the running attempts ends, rounded up; None if no end is known."""
        ends = [each.ends_at - each.now for each in self.played if each.running and each.ends_at is not None]
        return max(0, -(-min(ends) // timedelta(minutes=1))) if ends else None

    @property
    def cells(self) -> Sequence[tuple[str, standings.Row | None]]:
        """For each round, the entry's state, and the entry's result; None in place of a result that is not
        there or that the viewer may not know."""
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
    played = rounds_played(seen, entries[:PAGE])
    return [Attendant(entry, played.get(entry.pk, ()), rows.get(entry.pk)) for entry in entries]


def rounds_played(seen: Viewpoint, entries: Iterable[Entry]) -> Mapping[str, Sequence[RoundPlayed]]:
    """What each of these entries has done in each round, by the primary key of the entry. One query.

    Of a player's attempts at a round, only the running one, the counting one and those that were set aside
    are read.
    """
    entries = list(entries)
    standing_out = Attempt.objects.filter(entry__in=entries).filter(
        Q(counts=True) | Q(ended_at=None) | Q(set_aside=True)
    )
    found: dict[tuple[str, int], list[Attempt]] = defaultdict(list)
    for attempt in standing_out.order_by("number"):
        found[attempt.entry_id, attempt.round_id].append(attempt)
    return {
        entry.pk: [
            _round_played(round, found[entry.pk, round.pk], seen)
            for round in seen.competition.rounds_in_order
        ]
        for entry in entries
    }


def _round_played(round: Round, attempts: Sequence[Attempt], seen: Viewpoint) -> RoundPlayed:
    """What an entry has done in a round, from its `attempts` in the order of their numbers."""
    running = next((each for each in attempts if each.ended_at is None and not each.set_aside), None)
    return RoundPlayed(
        round=round,
        now=seen.now,
        running=running is not None,
        times_out_at=running.times_out_at if running is not None and seen.tells_time_left else None,
        result=any(each.counts for each in attempts),
        set_aside=any(each.set_aside for each in attempts),
        may_count_again=any(each.set_aside and not each.given_back for each in attempts),
        given_back=bool(attempts) and attempts[-1].given_back,
    )


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
