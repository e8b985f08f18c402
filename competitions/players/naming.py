"""A name as it is stored: cleaned, in one script, and with the two looks that no other player may have; and
whose name it is."""

from typing import Final, NamedTuple

from ..models import Player
from ..refusals import Refusal
from .looks import look, require_one_script, shape
from .names import clean

SHORTEST: Final = 2
LONGEST: Final = 24


class PlayerName(NamedTuple):
    name: str
    look: str
    shape: str


def player_name(text: str) -> PlayerName:
    """Raises `invalid` for a text that is no name."""
    name = clean(text, field="name", shortest=SHORTEST, longest=LONGEST)
    require_one_script(name)
    return PlayerName(name, look(name), shape(name))


def own_name(player: Player) -> PlayerName:
    return PlayerName(player.name, player.look, player.shape or shape(player.name))


def player_called(name: str) -> Player | None:
    """The player of this name, in any case of its letters."""
    try:
        given = player_name(name)
    except Refusal:
        return None
    found = Player.objects.filter(look=given.look).first()
    # Different names may share a look, and nobody is to be guessed.
    return found if found is not None and found.name.casefold() == given.name.casefold() else None
