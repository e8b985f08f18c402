"""The names of entries in a competition. No two of them look alike.

An entry has its player's own name, with a number if another entry's name looks like it. Or it has a name that
was given for this competition. The name is chosen with the competition's row locked, so that a free name
stays free until it is written.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from ..models import Entry, Player
from ..people.names import PlayerName, own_name
from ..people.numbered_names import numbered, taken_in
from ..refusals import Refusal

NAME_FIELDS: Final = ("called", "look", "shape", "own_name")
"""The columns that `give_name` sets. The ledger writes these columns."""


def give_name(entry: Entry, given: PlayerName | None = None) -> None:
    """Set an entry's name to `given`, or to the player's own name if `given` is None. Nothing is written yet.

    The competition's row must be locked. For the player's own name, the player's row is locked too, so that
    the name cannot change before the commit. Raises `name_taken` if the given name looks like that of
    another entry.
    """
    taken = taken_in(Entry.objects.filter(competition=entry.competition_id).exclude(pk=entry.pk))
    if given is None:
        player = Player.objects.select_for_update(no_key=True).get(pk=entry.player_id)
        name = numbered(own_name(player), taken)
    elif taken([given]):
        raise Refusal("name_taken", _("That name is taken here, or looks too much like one that is."))
    else:
        name = given
    entry.called, entry.look, entry.shape = name
    entry.own_name = given is None
