"""Ways to sign in besides an address with a password: passkeys; and an app's codes, which a sign-in with a
password asks for where there is one."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from ..models import NoticeMails, Player
from .become_account import can_sign_in
from .mails import forget_mails
from .second_factors import is_lost


def passkeys_of(player: Player) -> QuerySet[Authenticator]:
    """The oldest first."""
    mine: QuerySet[Authenticator] = Authenticator.objects.filter(user=player)
    return mine.filter(type=Authenticator.Type.WEBAUTHN).order_by("pk")


def has_app(player: Player) -> bool:
    """Whether they have an app whose codes are asked for."""
    return bool(Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP).exists())


def has_lost_app(player: Player) -> bool:
    """Whether they have an app no code of which is right any more, as the site's secret is not listed."""
    return _has_lost(player, Authenticator.Type.TOTP)


def has_lost_recovery_codes(player: Player) -> bool:
    """Whether no recovery code of theirs is right any more."""
    return _has_lost(player, Authenticator.Type.RECOVERY_CODES)


def _has_lost(player: Player, type: Authenticator.Type) -> bool:
    return any(map(is_lost, Authenticator.objects.filter(user=player, type=type)))


def is_only_way(player: Player, passkey: Authenticator) -> bool:
    """Whether an account could not sign in any more without this passkey."""
    return player.account and not can_sign_in(player, without=passkey)


def may_go(passkey: Authenticator, player: Player) -> bool:
    """Whether this passkey may be removed, in the same transaction: an account keeps its only way to sign in.

    Of two that are removed at once, the second is looked at when the first has gone.
    """
    return not is_only_way(Player.objects.select_for_update(no_key=True).get(pk=player.pk), passkey)


def forget_codes_without_an_app(player: Player) -> None:
    """Recovery codes stand in for an app that is lost; where there is none, they open nothing."""
    if not has_app(player):
        Authenticator.objects.filter(user=player, type=Authenticator.Type.RECOVERY_CODES).delete()


def take_ways_away(player: Player) -> None:
    """Nobody comes to sign in as the player, or is mailed what is theirs, by anything that was added until
    now. Must be called with their row locked; this writes it."""
    player.set_unusable_password()
    player.save(update_fields=["password"])
    NoticeMails.objects.filter(player=player).delete()  # first: a mail of notices may be written just now
    forget_mails(player=player)
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()


def asks_for_password(player: Player) -> bool:
    """Whether a code of a mail makes this player an account only with a password: a guest who has none."""
    return not (player.account or player.has_usable_password())
