"""The lock on a player's row. Code takes this lock before it changes something on behalf of the player."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..refusals import Refusal

ENDED: Final = _("Your sessions have just ended.")


def lock_player(player: Player) -> Player:
    """Lock the player's row until the transaction ends, and return the player as read after locking.

    Raises `unauthenticated` if the player's sessions have ended since `player` was read. So a player who was
    shut out meanwhile changes nothing.
    """
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked.get_session_auth_hash() != player.get_session_auth_hash():
        raise Refusal("unauthenticated", ENDED)
    return locked
