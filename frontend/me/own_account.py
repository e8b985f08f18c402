"""A player's ways to sign in, and whether a guest's name keeps the guest from an account."""

from collections.abc import Sequence
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from competitions.accounts.sign_in_ways import has_app, has_lost_app, passkeys_of
from competitions.models import Player
from competitions.people.handles import has_free_name


@dataclass(frozen=True)
class OwnAccount:
    address: str | None
    """The confirmed address; None without one."""
    password: bool
    passkeys: Sequence[Authenticator]
    app: bool
    """Whether signing in with the password asks for an app's code."""
    app_is_lost: bool
    """Whether the app's codes can no longer be checked, because the app's secret cannot be decrypted any
    more."""
    name_taken: bool
    """Whether an account has the guest's name already, so that the guest needs another name first."""


def own_account(player: Player) -> OwnAccount:
    address = EmailAddress.objects.filter(user=player, verified=True).first()
    return OwnAccount(
        address=None if address is None else address.email,
        password=player.has_usable_password(),
        passkeys=list(passkeys_of(player)),
        app=(app := has_app(player)),
        app_is_lost=app and has_lost_app(player),
        name_taken=not player.account and not has_free_name(player),
    )
