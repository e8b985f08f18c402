"""Closing a player. Afterwards nobody can sign in as the player, or find out who the player was. The player's
results stay."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.player_changes import change_entries_later, lock_entries, take_names
from ..models import KnownBrowser, Player, Profile
from ..people.given_names import CLOSED
from ..people.names import free_name
from ..people.sessions import delete_sessions
from ..people.shut_out import shut_out
from ..refusals import Refusal
from .holdings import HOLDINGS


def close_guest(*, player: Player, now: datetime) -> None:
    """Close a player without an account; raises `forbidden` for an account."""
    with transaction.atomic():
        lock_entries(player)
        if Player.objects.select_for_update(no_key=True).get(pk=player.pk).account:
            raise Refusal(
                "forbidden",
                _("An account can only be closed on the page /me/delete, where you confirm who you are."),
            )
        close_player(player=player, now=now)


def close_player(*, player: Player, now: datetime) -> None:
    """Delete the player's name, address, password, passkeys, tokens and sessions.

    The player's results stay under a name like `deleted-7q2k`, so no other player's rank changes. The
    player leaves all circles: a circle that the player owned gets the member who joined first as its owner,
    or is closed if there is no other member. Contests that the player organises go on.
    """
    with transaction.atomic():
        lock_entries(player)
        closed = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        closed.name, closed.look, closed.shape = free_name(CLOSED)
        closed.unnamed = False
        closed.account = closed.is_staff = False
        closed.last_login = None
        closed.left_at = now
        closed.profile = Profile.PRIVATE
        closed.chosen = None
        closed.language = ""
        closed.set_unusable_password()
        closed.save()
        # A session contains the email address with which the player signed in. So the session is deleted,
        # not only ended.
        known = KnownBrowser.objects.filter(player=closed)
        delete_sessions(list(known.values_list("session", flat=True)))
        shut_out(player=closed, now=now)
        for holding in HOLDINGS:
            holding.close(closed)
        take_names(closed)
        change_entries_later(closed)
