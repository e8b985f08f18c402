"""Becoming an account: a guest who can sign in is one, as the same player, under a name of their own."""

from contextlib import suppress
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from ..ledger.player_changes import count_later
from ..models import Player
from ..people.handles import take_handle
from ..people.locks import lock_player
from ..people.shut_out import end_sessions
from ..refusals import Refusal


def can_sign_in(player: Player, *, without: Authenticator | None = None) -> bool:
    """Whether they have a confirmed address with a password, or a passkey; `without` one of those."""
    passkeys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN)
    if passkeys.exclude(pk=without and without.pk).exists():
        return True
    return player.has_usable_password() and EmailAddress.objects.filter(user=player, verified=True).exists()


def settle_account(*, player: Player, now: datetime) -> bool:
    """Whether the player is an account, which they become here once they can sign in.

    They stay a guest as long as their name is another account's: with another name they become one. A player
    shut out in the meantime does not become an account.
    """
    with suppress(Refusal), transaction.atomic():
        locked = lock_player(player)
        if not locked.account and can_sign_in(locked):
            make_account(locked, now)
            locked.save(update_fields=["account"])
    player.refresh_from_db(fields=["account"])
    return player.account


def make_account(player: Player, now: datetime) -> None:
    """Note that the player is an account, under their present name; nothing of the player is written yet.

    Must be called with their row locked. Raises `name_taken`.
    """
    take_handle(player)
    player.account = True
    count_later(player, now, everywhere=True)


def change_password(*, player: Player, password: str) -> None:
    """Give the player a password. Their first one ends no session; another ends all but the one that asks.
    Raises what `lock_player` raises."""
    with transaction.atomic():
        player.password = lock_player(player).password  # they may have got their first one a moment ago
        if player.has_usable_password():
            end_sessions(player=player)
        else:
            player.sessions_end = player.get_session_auth_hash()
        player.set_password(password)
        player.save(update_fields=["password", "sessions_end"])
