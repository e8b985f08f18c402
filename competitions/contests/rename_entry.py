"""Giving a player another name in one competition, where their own is not fit for it."""

from datetime import datetime

from django.db import transaction

from ..ledger.acts import record_act
from ..ledger.entry_names import NAME_FIELDS, give_name
from ..models import Competition, Entry, Player
from ..people.names import player_name
from ..play.attempts import lock_entry
from .acts import clean_reason
from .hold import held


def rename_entry(
    *, competition: Competition, organiser: Player, entry: Entry, name: str, reason: str, now: datetime
) -> Entry:
    """The entry is called `name` in this competition; or, if that is empty, by its player's own name again,
    with a number where it is taken.

    It may be done at any time: it changes no result. Raises `invalid` for a name that is
    no name or without a reason, and `name_taken` for one that looks like another entry's.
    """
    reason = clean_reason(reason)
    given = player_name(name) if name else None
    with transaction.atomic():
        entry = lock_entry(entry)
        competition = held(competition, organiser, now)
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
