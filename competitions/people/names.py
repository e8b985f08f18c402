"""Names of players, and the search for a player by name. A name has no invisible characters, and each of its
words is in one script. Two texts are stored beside each name. Names that look the same have the same
`shape`; names that look the same except for capitals have the same `look`."""

import secrets
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..models.ids import ALPHABET
from ..refusals import Refusal, invalid
from .clean_text import clean, without_joiners
from .looks import look, require_one_script, shape

SHORTEST: Final = 2
LONGEST: Final = 24
NAME_LENGTH: Final = f"{SHORTEST} to {LONGEST} characters"

LOOKED_THROUGH: Final = 100
"""A search for an exact name reads at most this many players whose names look like that name."""

NOBODY: Final = _("There is no player of this name.")
SEVERAL: Final = _(
    "Several players have this name. Give the id of the player whom you mean: it is on the player's own page."
)


class PlayerName(NamedTuple):
    name: str
    look: str
    shape: str


def player_name(text: str) -> PlayerName:
    """Return `text`, cleaned, with its `look` and `shape`. Raises `invalid` if the text cannot be a name."""
    name = clean(text, field="name", shortest=SHORTEST, longest=LONGEST)
    require_one_script(name)
    return PlayerName(name, look(name), shape(name))


def same_name(one: str, other: str) -> bool:
    """Whether two clean names are equal, apart from case and invisible joiners of letters."""
    return without_joiners(one).casefold() == without_joiners(other).casefold()


def own_name(player: Player) -> PlayerName:
    return PlayerName(player.name, player.look, player.shape)


def free_name(prefix: str) -> PlayerName:
    """Return a name that no player has: the prefix and four random characters. A prefix that is too long for
    that is cut."""
    while True:
        name = prefix[: LONGEST - 4] + "".join(secrets.choice(ALPHABET) for _ in range(4))
        if not Player.objects.filter(look=look(name)).exists():
            return PlayerName(name, look(name), shape(name))


def player_called(text: str) -> Player:
    """Return the player with this id, or the only player with this name, ignoring case.

    Raises `invalid` for the field `name` if no player, or more than one, has the name, and if at least
    `LOOKED_THROUGH` players have names that look like it.
    """
    try:
        given = player_name(text)
    except Refusal:
        raise invalid("name", NOBODY) from None
    if player := Player.objects.filter(pk=given.name).first():
        return player
    # Different names may have the same look, so the names themselves are compared.
    alike = Player.objects.filter(look=given.look)[:LOOKED_THROUGH]
    found = [each for each in alike if same_name(each.name, given.name)]
    if len(found) > 1 or len(alike) == LOOKED_THROUGH:
        raise invalid("name", SEVERAL)
    if not found:
        raise invalid("name", NOBODY)
    return found[0]
