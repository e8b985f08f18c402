"""The staff, who moderate this site. The operator adds a player to the staff by `manage.py make_staff`."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from ..accounts.become_account import can_sign_in
from ..models import Player
from ..people.bans import barring
from ..refusals import invalid


def make_staff(*, player: Player) -> None:
    """Add the player to the staff. Raises `invalid` for a banned player. Also raises `invalid` for a player
    who cannot sign in, since the staff's desk asks for a password or passkey."""
    if not (player.account and can_sign_in(player)) or player.banned_at is not None:
        raise invalid("name", _("Only a player with an account, who is not banned, can be staff."))
    _save(player, is_staff=True)


def unmake_staff(*, player: Player) -> None:
    """Take the player out of the staff."""
    _save(player, is_staff=False)


def moderates(player: Player, now: datetime) -> bool:
    """Whether the player is a member of the staff, can sign in, and is not barred."""
    is_staff = player.is_staff and player.account and barring(player, now) is None
    return is_staff and can_sign_in(player)


def _save(player: Player, *, is_staff: bool) -> None:
    player.is_staff = is_staff
    player.save(update_fields=["is_staff"])
