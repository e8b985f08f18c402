"""Turning a guest into an account. The player stays the same, but can sign in, and no other account may have
the player's name."""

from contextlib import suppress
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from ..ledger.player_changes import change_entries_later
from ..models import Player
from ..people.handles import take_handle
from ..people.locks import lock_player
from ..people.shut_out import end_sessions
from ..refusals import Refusal


def can_sign_in(player: Player, *, without: Authenticator | None = None) -> bool:
    """Whether the player has a passkey other than `without`, or a password and a confirmed address."""
    passkeys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN)
    if passkeys.exclude(pk=without and without.pk).exists():
        return True
    return player.has_usable_password() and EmailAddress.objects.filter(user=player, verified=True).exists()


def settle_account(*, player: Player, now: datetime) -> bool:
    """Make the player an account if the player can sign in. Return whether the player is an account now.

    The player stays a guest if another account has a name that looks the same, or if the player's sessions
    have ended since `player` was read.
    """
    with suppress(Refusal), transaction.atomic():
        locked = lock_player(player)
        if not locked.account and can_sign_in(locked):
            make_account(locked, now)
            locked.save(update_fields=["account"])
    player.refresh_from_db(fields=["account"])
    return player.account


def make_account(player: Player, now: datetime) -> None:
    """Make the player's name a handle, which no other account may have, and mark the player as an account.

    Does not save the player. Must be called with the player's row locked. Raises `name_taken`.
    """
    take_handle(player)
    player.account = True
    change_entries_later(player, everywhere=True)


def change_password(*, player: Player, password: str) -> None:
    """Set the player's password. A first password ends no session. Any later password ends all sessions; the
    caller may then renew the session of its own request. Raises what `lock_player` raises."""
    with transaction.atomic():
        player.password = lock_player(player).password  # The row may have a newer password than `player`.
        if player.has_usable_password():
            end_sessions(player=player)
        else:
            player.sessions_end = player.get_session_auth_hash()
        player.set_password(password)
        player.save(update_fields=["password", "sessions_end"])
