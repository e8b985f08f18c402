"""Who moderates this site: whoever runs it makes the first staff, on the server."""

from datetime import datetime

from ..accounts.become_account import can_sign_in
from ..models import Player
from ..people.bans import barring
from ..refusals import invalid


def make_staff(*, player: Player) -> None:
    """Let the player moderate; doing it again changes nothing. Raises `invalid` for a player
    without an account: only those who can sign in can be asked who they are."""
    if not (player.account and can_sign_in(player)) or player.banned_at is not None:
        raise invalid("name", "Only a player with an account, who is not banned, can be staff.")
    _note(player, is_staff=True)


def unmake_staff(*, player: Player) -> None:
    """From now on the player moderates no more; doing it again changes nothing."""
    _note(player, is_staff=False)


def moderates(player: Player, now: datetime) -> bool:
    """Whether they are staff: only as long as they can sign in, and are not barred themselves."""
    is_staff = player.is_staff and player.account and barring(player, now) is None
    return is_staff and can_sign_in(player)


def _note(player: Player, *, is_staff: bool) -> None:
    player.is_staff = is_staff
    player.save(update_fields=["is_staff"])
