"""The names of entries in a competition, of which no two look alike.

An entry has its player's own name, with a number if another entry's name looks like it, or a name given for
this competition. It is chosen with the competition's row locked, so that a free name stays free until it is
written.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from ..models import Entry, Player
from ..people.names import PlayerName, own_name, player_name
from ..people.numbered_names import numbered, taken_in
from ..refusals import Refusal
from .ledger import CompetitionChange, hold, record

NAME_FIELDS: Final = ("called", "look", "shape", "own_name")
"""The columns that `give_name` sets; the ledger writes them."""

AT_A_TIME: Final = 100
"""How many entries of the release before are named at a time."""


def give_name(entry: Entry, given: PlayerName | None = None) -> None:
    """Set an entry's name to `given`, or to the player's own name; nothing is written yet.

    The competition's row must be locked. For the own name this locks the player's row too: a change of that
    name comes after. Raises `name_taken` if the given name looks like another entry's.
    """
    taken = taken_in(Entry.objects.filter(competition=entry.competition_id).exclude(pk=entry.pk))
    if given is None:
        player = Player.objects.select_for_update(no_key=True).get(pk=entry.player_id)
        name = numbered(own_name(player), taken)
    elif taken([given]):
        raise Refusal("name_taken", "That name is taken here, or looks too much like one that is.")
    else:
        name = given
    entry.called, entry.look, entry.shape = name
    entry.own_name = given is None


def name_those_left(now: datetime) -> int:
    """Name entries that the release before this one made, in the order of joining; return how many."""
    left = Entry.objects.filter(look=None).order_by("joined_at")
    entry_ids = list(left.values_list("pk", flat=True)[:AT_A_TIME])
    for entry_id in entry_ids:
        with transaction.atomic():
            entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry_id)
            if entry.look is not None:  # another process was faster
                continue
            competition = hold(entry.competition_id)
            try:
                give_name(entry, player_name(entry.called) if entry.called else None)
            except Refusal:  # another entry has a name like it by now
                give_name(entry)
            record(CompetitionChange(competition, entries=[entry], columns=NAME_FIELDS), now=now)
    return len(entry_ids)
