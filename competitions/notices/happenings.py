"""The follower that makes notices of what happens in competitions."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from ..following.follower import EventRow, Follower
from ..models import Act, Attempt, Competition, Entry, Kind, Notice, NoticeType, StateChange
from .broadcasts import begin_broadcast
from .notifying import notify
from .overtaking import overtakings

ABOUT_AN_ENTRY: Final = ("disqualify", "reinstate", "rename")


def make_notices(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Tell the players what these rows have to do with them; all entrants are told by a job."""
    competition = Competition.read(competition_id)
    for row in rows:
        if isinstance(row, StateChange) and _has_opened(row):
            begin_broadcast(competition=competition, type=NoticeType.OPENS, until=row.event, now=now)
        elif isinstance(row, Act) and row.act == "certify" and not _is_decided_duel(competition):
            begin_broadcast(competition=competition, type=NoticeType.CERTIFIED, until=row.event, now=now)
    notify([*_of_single_players(competition, rows, now), *overtakings(competition, _ended(rows), now)])


FOLLOWER: Final = Follower("notices", make_notices, begins_now=True)
"""It begins with what happens from now on: nobody is told of contests of long ago."""


def _has_opened(row: StateChange) -> bool:
    """Whether the competition has opened with this row, and somebody had joined it before."""
    earlier = StateChange.objects.filter(competition=row.competition_id, event__lt=row.event)
    joined = Entry.objects.filter(competition=row.competition_id, event__lt=row.event)
    return row.state == "running" and joined.exists() and not earlier.filter(state="running").exists()


def _is_decided_duel(competition: Competition) -> bool:
    """A duel that nobody took up has results like any other contest, and decides nothing."""
    return competition.kind == Kind.DUEL and competition.full


def _of_single_players(competition: Competition, rows: Iterable[EventRow], now: datetime) -> Iterator[Notice]:
    for row in rows:
        match row:
            case Act(act="certify") if _is_decided_duel(competition):
                yield from _decided(competition, now)
            case Act(entry=Entry() as entry) if row.act in ABOUT_AN_ENTRY:
                if row.actor_id not in (None, entry.player_id):  # what the site does, its staff tell
                    yield Notice(
                        player_id=entry.player_id,
                        type=NoticeType.ACT,
                        key=str(row.pk),
                        competition=competition,
                        act=row,
                        at=now,
                    )
            case Entry() if _waits_for_another(competition, row):
                yield Notice(
                    player_id=competition.against_id,
                    type=NoticeType.DUEL,
                    key=competition.pk,
                    competition=competition,
                    entry=row,
                    at=now,
                )


def _waits_for_another(competition: Competition, entry: Entry) -> bool:
    """Whether this is who made a duel for a certain player. In a rematch both are at once."""
    made_for_one = competition.against_id is not None and competition.rematch_of_id is None
    return made_for_one and entry.player_id != competition.against_id


def _decided(competition: Competition, now: datetime) -> Iterator[Notice]:
    """To both, each with the other."""
    entries = list(competition.entries.order_by("event"))
    for mine, other in zip(entries, reversed(entries), strict=True):
        yield Notice(
            player_id=mine.player_id,
            type=NoticeType.DECIDED,
            key=competition.pk,
            competition=competition,
            entry=other,
            at=now,
        )


def _ended(rows: Iterable[EventRow]) -> Sequence[Attempt]:
    return [row for row in rows if isinstance(row, Attempt)]
