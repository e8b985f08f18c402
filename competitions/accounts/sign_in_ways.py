"""A player's ways to sign in: passkeys, and apps that make the code which follows a password."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from ..models import NoticeMails, Player
from .become_account import can_sign_in
from .mails import forget_mails
from .second_factors import is_lost


def passkeys_of(player: Player) -> QuerySet[Authenticator]:
    """The player's passkeys, the oldest first."""
    mine: QuerySet[Authenticator] = Authenticator.objects.filter(user=player)
    return mine.filter(type=Authenticator.Type.WEBAUTHN).order_by("pk")


def has_app(player: Player) -> bool:
    """Whether the player has an app that makes codes for signing in."""
    return bool(Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP).exists())


def has_lost_app(player: Player) -> bool:
    """Whether all codes of the player's app are wrong, because the secret of the site that enciphered the app
    is no longer listed."""
    return _has_lost(player, Authenticator.Type.TOTP)


def has_lost_recovery_codes(player: Player) -> bool:
    """Whether all recovery codes of the player are wrong, because the secret of the site that enciphered them
    is no longer listed."""
    return _has_lost(player, Authenticator.Type.RECOVERY_CODES)


def _has_lost(player: Player, type: Authenticator.Type) -> bool:
    return any(map(is_lost, Authenticator.objects.filter(user=player, type=type)))


def is_only_way(player: Player, passkey: Authenticator) -> bool:
    """Whether the player is an account that cannot sign in without this passkey."""
    return player.account and not can_sign_in(player, without=passkey)


def may_go(passkey: Authenticator, player: Player) -> bool:
    """Lock the player, and return whether the passkey may be removed. An account must keep its only way to
    sign in.

    Because of the lock, two simultaneous removals cannot take away the last two ways.
    """
    return not is_only_way(Player.objects.select_for_update(no_key=True).get(pk=player.pk), passkey)


def forget_codes_without_an_app(player: Player) -> None:
    """Delete the recovery codes of a player without an app. Recovery codes only stand in for a lost app."""
    if not has_app(player):
        Authenticator.objects.filter(user=player, type=Authenticator.Type.RECOVERY_CODES).delete()


def take_ways_away(player: Player) -> None:
    """Remove the player's password, addresses, passkeys, apps and mails, so that nobody can sign in as the
    player.

    Must be called with the player's row locked. This function saves the player.
    """
    player.set_unusable_password()
    player.save(update_fields=["password"])
    # The player's wish for mails of notices is deleted first, so that no new mail is written.
    NoticeMails.objects.filter(player=player).delete()
    forget_mails(player=player)
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()


def asks_for_password(player: Player) -> bool:
    """Whether the player must choose a password when confirming an address. Only a guest without a password
    must."""
    return not (player.account or player.has_usable_password())
