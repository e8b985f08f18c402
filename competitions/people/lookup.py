"""Who is meant in an address: a player by their id, or an account by its name with `@` before it."""

from ..models import Handle, Player
from ..refusals import Refusal
from .names import player_name, same_name

SIGN = "@"
"""What stands before the name of an account."""


def player_meant(who: str) -> Player:
    """The player with this id, or the account called so after its `@`, in any case of its letters.

    Raises Player.DoesNotExist. A name that only looks like an account's is not its name.
    """
    if not who.startswith(SIGN):
        return Player.objects.get(pk=who)
    try:
        given = player_name(who.removeprefix(SIGN))
    except Refusal:
        raise Player.DoesNotExist from None
    handle = Handle.objects.select_related("player").filter(look=given.look).first()
    if handle is None or not same_name(handle.player.name, given.name):
        raise Player.DoesNotExist
    return handle.player


def who_is(player: Player) -> str:
    """How the player is named in an address: as an account by their name, else by their id.

    A name with a slash, which would end the part of the address, gives the id, too.
    """
    return f"{SIGN}{player.name}" if player.account and "/" not in player.name else player.pk
