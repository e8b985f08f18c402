"""The lock on a player's row for changes in their name."""

from typing import Final

from ..models import Player
from ..refusals import Refusal

ENDED: Final = "Your sessions have ended in this moment."


def lock_player(player: Player) -> Player:
    """Return the player, read again, with their row locked until the transaction ends.

    Raises `unauthenticated` if their sessions have ended since `player` was read, so that a player who was
    shut out meanwhile changes nothing.
    """
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked.get_session_auth_hash() != player.get_session_auth_hash():
        raise Refusal("unauthenticated", ENDED)
    return locked
