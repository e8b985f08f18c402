"""Players in addresses of pages and of the API. A guest is named by id, an account by `@` and its
name, or by id if its name has a slash.
"""

from ..models import Handle, Player
from ..refusals import Refusal
from .names import player_name, same_name

SIGN = "@"
"""The sign before the name of an account in an address."""


def player_meant(who: str) -> Player:
    """Return the player with the id `who`. If `who` begins with `@`, return the account with the name after
    the `@`, ignoring case.

    Raises Player.DoesNotExist. A name that only looks like an account's name finds nothing.
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
    """Return the part of an address that names the player: `@` and the name for an account, the id for a
    guest.

    A slash in a name would end that part of the address. So an account with a slash in its name is named by
    id, too.
    """
    return f"{SIGN}{player.name}" if player.account and "/" not in player.name else player.pk
