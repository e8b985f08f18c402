"""Give a player another name in one competition, for example because the player's own name offends others."""

from datetime import datetime

from django.db import transaction

from ..ledger.acts import record_act
from ..ledger.entry_names import NAME_FIELDS, give_name
from ..models import Competition, Entry, Player
from ..people.names import player_name
from ..play.attempts import lock_entry
from .acts import clean_reason
from .hold import hold_for


def rename_entry(
    *, competition: Competition, organiser: Player, entry: Entry, name: str, reason: str, now: datetime
) -> Entry:
    """Change the name of the entry to `name`, in this competition only. An empty `name` restores the player's
    own name, with a number if that name is taken.

    Allowed at any time, since the name changes no result. Raises `invalid` for an unfit name or a missing
    reason, and `name_taken` for a name that looks like another entry's.
    """
    reason = clean_reason(reason)
    given = player_name(name) if name else None
    with transaction.atomic():
        entry = lock_entry(entry)
        competition = hold_for(competition, organiser, now)
        wanted = (entry.called, True) if given is None else (given.name, False)
        if wanted == (entry.called, entry.own_name):
            return entry
        give_name(entry, given)
        record_act(
            competition,
            entry=entry,
            actor=organiser,
            act="rename",
            reason=reason,
            at=now,
            entries=[entry],
            columns=NAME_FIELDS,
        )
    return entry
