"""Giving a player another name in one competition, where their own is not fit for it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from ..models import Competition, Entry, Player
from ..players.looks import look
from ..players.naming import hold_names, player_name
from ..playing.attempts import lock_entry
from ..recording.acts import record_act
from ..refusals import Refusal
from .acts import clean_reason
from .holding import held


def rename_entry(
    *, competition: Competition, organiser: Player, entry: Entry, name: str, reason: str, now: datetime
) -> Entry:
    """The entry is called `name` in this competition, or by its player's own name again if that is empty.

    It may be done at any time: it changes no result. Raises `invalid` for a name that is
    no name or without a reason, and `name_taken` for one that looks like another's.
    """
    reason = clean_reason(reason)
    called = player_name(name).name if name else ""
    with transaction.atomic():
        entry = lock_entry(entry)
        competition = held(competition, organiser, now)
        if called == entry.called:
            return entry
        if called:
            hold_names()
            if _is_anothers(called, entry):
                raise Refusal("name_taken", "That name is taken, or looks too much like one that is.")
        entry.called = called
        entry.save(update_fields=["called"])
        record_act(
            competition, entry=entry, actor=organiser, act="rename", reason=reason, at=now, entries=[entry]
        )
    return entry


def _is_anothers(name: str, entry: Entry) -> bool:
    """Whether it looks like the name of another player, or like what another is called here."""
    given = player_name(name)
    others = Player.objects.exclude(pk=entry.player_id)
    if others.filter(Q(look=given.look) | Q(shape=given.shape)).exists():
        return True
    renamed = Entry.objects.filter(competition=entry.competition_id).exclude(pk=entry.pk).exclude(called="")
    return given.look in map(look, renamed.values_list("called", flat=True))
