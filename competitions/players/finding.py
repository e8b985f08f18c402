"""Finding a player by name."""

from ..models import Player
from ..refusals import Refusal
from .naming import named


def player_called(name: str) -> Player | None:
    """The player of this name, in any case of its letters."""
    try:
        given = named(name)
    except Refusal:
        return None
    found = Player.objects.filter(look=given.look).first()
    # A look is shared by names that are not the same: who is meant must not be guessed.
    return found if found is not None and found.name.casefold() == given.name.casefold() else None
