"""Applying a change to a player, such as another name or a ban, in every competition that the player has
entered.

A player may have entered thousands of competitions. So a job applies the change in one competition after the
other, each in a short transaction. The stored change says how far the job has come. A newer change replaces
it, and begins with the first entry. A competition shows the old state until the job reaches it.
"""

import time
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks import task

from ..jobs.due_rows import DueRows
from ..jobs.work import Work
from ..models import Competition, Entry, Names, Player, PlayerChange
from .acts import record_act
from .entry_names import NAME_FIELDS, give_name
from .ledger import CompetitionChange, hold, record

BAN_FIELDS: Final = ("banned", "disqualified_at")


def change_entries_later(player: Player, *, everywhere: bool = False) -> None:
    """Ask for a job that applies a change of the player, such as another name or a ban, in the competitions
    that the player has entered. Unless `everywhere`, entries with a name that was given for one competition
    are left out.

    Must be called in the transaction of the change, with the player's row locked.
    """
    change = PlayerChange(player=player, everywhere=everywhere)
    older = PlayerChange.objects.select_for_update().filter(player=player).first()
    if older is not None:
        change.everywhere |= older.everywhere
        older.delete()
    # Without entries no job is needed. Entries that are made later show the new state anyway.
    if entries_of(change).exists():
        change.save()
        WORK.ask()


def take_names(player: Player) -> None:
    """Remove the names of the player's entries at once. `lock_entries` must be called before.

    In the same transaction, `change_entries_later` must be called. It asks for a job, which copies the
    player's new name into the entries after the commit.
    """
    Entry.objects.filter(player=player).update(called="", look=None, shape=None, own_name=True)


def lock_entries(player: Player) -> None:
    """Lock the player's entries, in the order of their keys.

    Must be called before the player's row is locked, since all code locks entries before players.
    """
    list(Entry.objects.select_for_update().filter(player=player).order_by("pk").values_list("pk", flat=True))


@task()
def count() -> None:
    """Apply changes of players, such as new names, in their entries, for one slice of time. The ledger counts
    each change. Waiting jobs are stored under the name of this function, so it stays."""
    WORK.run(lambda end: CHANGES.work_off(lambda change: apply_change(change, end), end))


CHANGES: Final = DueRows(PlayerChange.objects.all())

WORK: Final = Work("changes of players", CHANGES, count)


def apply_change(change: PlayerChange, end: float) -> None:
    """Apply a leased change in one competition after the other, until `time.monotonic()` reaches `end`."""
    while _apply_in_next(change, timezone.now()):
        if time.monotonic() >= end:
            CHANGES.release(change)
            return


def _apply_in_next(change: PlayerChange, now: datetime) -> bool:
    """Apply the change in one more competition, or delete the change if no competition is left. Return False
    if the change was deleted, or if this job has lost its lease."""
    left = entries_of(change).filter(pk__gt=change.after).order_by("pk")
    if (next_id := left.values_list("pk", flat=True).first()) is None:
        CHANGES.mine(change).delete()
        return False
    with transaction.atomic():
        entries = Entry.objects.select_for_update(of=("self",)).select_related("player")
        entry = entries.get(pk=next_id)
        if not CHANGES.mine(change).exists():
            return False
        _apply_to(entry, now)
        change.after = entry.pk
        CHANGES.mine(change).update(after=entry.pk)
    return True


def _apply_to(entry: Entry, now: datetime) -> None:
    """Update the name and the ban of an entry to those of its player. The entry's row must be locked."""
    competition = hold(entry.competition_id)
    if _takes_own_name(entry, competition):
        give_name(entry)
    act = _follow_ban(entry, now)
    columns = [*NAME_FIELDS, *BAN_FIELDS]
    if act is None:
        record(CompetitionChange(competition, entries=[entry], columns=columns), now=now)
    else:
        record_act(competition, entry=entry, act=act, facts={}, at=now, entries=[entry], columns=columns)


def _takes_own_name(entry: Entry, competition: Competition) -> bool:
    """Whether the entry takes its player's present name.

    An entry with a name that was given for one competition never takes it. In a competition with
    `Names.KEPT`, other entries take it only if their old name was removed (`take_names`), because the staff
    took that name away or the player has left. In any other competition, they always take it.
    """
    return entry.own_name and (competition.names == Names.OWN or entry.look is None)


def _follow_ban(entry: Entry, now: datetime) -> str | None:
    """Disqualify the entry of a banned player, or reinstate it after the ban. Return the name of that act, or
    None if nothing changes.

    An entry that an organiser has disqualified stays disqualified.
    """
    banned = entry.player.banned_at is not None
    if banned == entry.banned or (banned and entry.disqualified_at is not None):
        return None
    entry.banned = banned
    entry.disqualified_at = now if banned else None
    return "disqualify" if banned else "reinstate"


def entries_of(change: PlayerChange) -> QuerySet[Entry]:
    """Return the player's entries that the change concerns. Unless it applies everywhere, entries with a name
    that was given for one competition are left out."""
    theirs = Entry.objects.filter(player=change.player_id)
    return theirs if change.everywhere else theirs.filter(own_name=True)
