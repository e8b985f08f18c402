"""Making staff in the tests, faster than by mails and passwords."""

import time
from typing import Any

from allauth.account.models import EmailAddress

from competitions.models import Player


def make_account_staff(player: Player) -> Player:
    """The player as one of the staff, with an address and a password that nobody types."""
    EmailAddress.objects.create(user=player, email=f"{player.pk}@example.org", verified=True, primary=True)
    player.password = "typed by nobody"  # hashing one takes a quarter of a second
    player.account = player.is_staff = True
    player.save()
    return player


def has_just_shown_who_they_are(session: Any, player: Player) -> None:
    """As if they had given their password once more in this session."""
    shown = {"method": "password", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [shown]
    session["account_authentication_methods_user"] = player.pk
    session.save()
