"""The follower that writes notices to players. It is called with the new events of each competition."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from ...ledger.follower import EventRow, Follower
from ...models import Act, Attempt, Competition, Entry, Kind, Notice, NoticeType, StateChange
from .broadcasts import begin_broadcast
from .notify import notify
from .overtaken import overtakings

ABOUT_AN_ENTRY: Final = (
    "disqualify",
    "reinstate",
    "rename",
    "grant_attempt",
    "grant_time",
    "set_aside",
    "count_again",
    "message",
)
ABOUT_AN_ORGANISER: Final = ("share", "unshare", "hand_over")

MOST_ACTS_A_DAY: Final = 10
"""How many notices a day a player gets at most about acts of one organiser, over all contests. The limit
keeps organisers from flooding players. The audit trail still has all acts. Messages are not counted, since
`write_message` has a limit of its own."""

MOST_SHARED_A_DAY: Final = 50
"""How many notices a day a player gets at most about becoming or no longer being an organiser, from all
organisers together. Without this limit, many strangers together could flood a player, since anyone can make
any player an organiser."""


def make_notices(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Write the notices to single players about these events. For an event that all entrants must hear of,
    begin a broadcast; a job then writes the notices."""
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
"""The follower that writes notices. It begins with new events, so nobody gets notices about old contests."""


def _has_opened(row: StateChange) -> bool:
    """Whether the competition opened with this state change, and somebody had joined before."""
    earlier = StateChange.objects.filter(competition=row.competition_id, event__lt=row.event)
    joined = Entry.objects.filter(competition=row.competition_id, event__lt=row.event)
    return row.state == "running" and joined.exists() and not earlier.filter(state="running").exists()


def _is_decided_duel(competition: Competition) -> bool:
    """Whether this is a duel that both players have entered. A duel with only one player decides nothing."""
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
    """Yield the notices about organisers' acts to the players whom these acts concern. Acts of the site have
    no actor and are left out, because the staff tell players about them in other ways."""
    acts = [(row, _concerned(row)) for row in rows if isinstance(row, Act) and row.actor_id is not None]
    about_others = [(act, player) for act, player in acts if player not in (None, act.actor_id)]
    if not about_others:
        return
    lately = Notice.objects.filter(
        type=NoticeType.ACT,
        at__gt=now - timedelta(days=1),
        player__in={player for _, player in about_others},
    )
    told = Counter(lately.exclude(act__act="message").values_list("player", "act__actor"))
    shared = Counter(lately.filter(act__act__in=ABOUT_AN_ORGANISER).values_list("player", flat=True))
    for act, player in about_others:
        is_shared = act.act in ABOUT_AN_ORGANISER
        counted = act.act != "message"
        if counted and told[player, act.actor_id] >= MOST_ACTS_A_DAY:
            continue
        if is_shared and shared[player] >= MOST_SHARED_A_DAY:
            continue
        told[player, act.actor_id] += counted
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
    """The id of the player whom the act concerns; None if players get no notices about this type of act."""
    if act.act in ABOUT_AN_ENTRY and act.entry is not None:
        return act.entry.player_id
    return act.player_id if act.act in ABOUT_AN_ORGANISER else None


def _waits_for_another(competition: Competition, entry: Entry) -> bool:
    """Whether the entry is that of a duel's maker, and the duel is for one named opponent. A rematch does not
    count, because both players have joined it from the beginning."""
    made_for_one = competition.against_id is not None and competition.rematch_of_id is None
    return made_for_one and entry.player_id != competition.against_id


def _decided(competition: Competition, now: datetime) -> Iterator[Notice]:
    """Yield a notice to each player of a decided duel. The notice names the opponent."""
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
