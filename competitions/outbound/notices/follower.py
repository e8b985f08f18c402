"""The follower that makes notices of what happens in competitions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from ...ledger.follower import EventRow, Follower
from ...models import Act, Attempt, Competition, Entry, Kind, Notice, NoticeType, StateChange
from .broadcasts import begin_broadcast
from .notify import notify
from .overtaken import overtakings

ABOUT_AN_ENTRY: Final = ("disqualify", "reinstate", "rename")
ABOUT_AN_ORGANISER: Final = ("share", "unshare", "hand_over")

MOST_ACTS_A_DAY: Final = 10
"""Of how many acts about them by one organiser a player is told within a day, in whatever contests: nobody is
flooded by whoever does something again and again. What happened is in the trail all the same."""

MOST_SHARED_A_DAY: Final = 50
"""Of how many acts that make them an organiser, or one no more, they are told within a day, whoever acts: for
these they need not have joined anything."""


def make_notices(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Tell the players what these rows have to do with them; all entrants are told by a job."""
    competition = Competition.read(competition_id)
    for row in rows:
        if isinstance(row, StateChange) and _has_opened(row):
            begin_broadcast(competition=competition, type=NoticeType.OPENS, until=row.event, now=now)
        elif isinstance(row, Act) and row.act == "certify" and not _is_decided_duel(competition):
            begin_broadcast(competition=competition, type=NoticeType.CERTIFIED, until=row.event, now=now)
    told = [
        *_of_acts(competition, rows, now),
        *_of_single_players(competition, rows, now),
        *overtakings(competition, _ended(rows), now),
    ]
    notify(told)


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
            case Entry() if _waits_for_another(competition, row):
                yield Notice(
                    player_id=competition.against_id,
                    type=NoticeType.DUEL,
                    key=competition.pk,
                    competition=competition,
                    entry=row,
                    at=now,
                )


def _of_acts(competition: Competition, rows: Iterable[EventRow], now: datetime) -> Iterator[Notice]:
    """What an organiser did about somebody else. What the site does, its staff tell."""
    acts = [(row, _concerned(row)) for row in rows if isinstance(row, Act) and row.actor_id is not None]
    about_others = [(act, player) for act, player in acts if player not in (None, act.actor_id)]
    if not about_others:
        return
    lately = Notice.objects.filter(
        type=NoticeType.ACT,
        at__gt=now - timedelta(days=1),
        player__in={player for _, player in about_others},
    )
    told = Counter(lately.values_list("player", "act__actor"))
    shared = Counter(lately.filter(act__act__in=ABOUT_AN_ORGANISER).values_list("player", flat=True))
    for act, player in about_others:
        is_shared = act.act in ABOUT_AN_ORGANISER
        if told[player, act.actor_id] >= MOST_ACTS_A_DAY:
            continue
        if is_shared and shared[player] >= MOST_SHARED_A_DAY:
            continue
        told[player, act.actor_id] += 1
        shared[player] += is_shared
        yield Notice(
            player_id=player,
            type=NoticeType.ACT,
            key=str(act.pk),
            competition=competition,
            act=act,
            at=now,
        )


def _concerned(act: Act) -> str | None:
    """The id of the player whom the act is about, if it is one of those that a player is told of."""
    if act.act in ABOUT_AN_ENTRY and act.entry is not None:
        return act.entry.player_id
    return act.player_id if act.act in ABOUT_AN_ORGANISER else None


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
