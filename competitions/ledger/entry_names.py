"""What players are called in a competition: by names of which no two look alike.

That is their own name, with a number where another entry looks like it, or one that was given for this
competition. It is chosen with the competition's row locked, so what is free is free until it is written.
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
"""What `give_name` sets on an entry, and the ledger writes."""

AT_A_TIME: Final = 100
"""How many entries of the release before are named in one look."""


def give_name(entry: Entry, given: PlayerName | None = None) -> None:
    """Call the player by a name that is given for this competition, or by their own; nothing is written yet.

    Must be called with the competition's row locked. For their own name the player's
    row is locked, too: one that they take at this moment comes after. Raises
    `name_taken` for a given name that looks like another entry's.
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
    """Name entries that the release before this one made, in the order of joining, and give how many."""
    left = Entry.objects.filter(look=None).order_by("joined_at")
    entry_ids = list(left.values_list("pk", flat=True)[:AT_A_TIME])
    for entry_id in entry_ids:
        with transaction.atomic():
            entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry_id)
            if entry.look is not None:  # another process was first
                continue
            competition = hold(entry.competition_id)
            try:
                give_name(entry, player_name(entry.called) if entry.called else None)
            except Refusal:  # somebody has come to look like it since
                give_name(entry)
            record(CompetitionChange(competition, entries=[entry], columns=NAME_FIELDS), now=now)
    return len(entry_ids)
