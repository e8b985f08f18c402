"""Changing a player's name, in all that they have entered, who may see more of them, and how they like the
table."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from ..accounts.become_account import can_sign_in, make_account
from ..ledger.player_changes import count_later
from ..models import Player
from ..people.bans import barring, require_not_barred, require_not_hidden
from ..people.handles import take_handle
from ..people.locks import lock_player
from ..people.names import player_name
from .circles.membership import follow_name


def change_player(
    *,
    player: Player,
    name: str | None = None,
    profile: str | None = None,
    preferences: Mapping[str, Any] | None = None,
    now: datetime,
    first: Callable[[], None] = lambda: None,
) -> Player:
    """The player with another name, another `profile` and other `preferences`; None leaves one as it is, and
    so do preferences that are not named.

    The name is theirs wherever they appear, in what is over too, except where another was given for one
    contest; each contest follows within moments, and circles at once, with a number where the name is taken
    there. A guest who can sign in, and whose name was an account's, becomes an account.

    Raises `invalid` for a name that is none, or that the staff have taken away, `name_taken` for an account
    if it is another's, `suspended` and `banned` for a player who was barred since `player` was read, and what
    `lock_player` raises. `first` is called with the player's row locked, and may refuse.
    """
    given = None if name is None else player_name(name)
    if given is not None:
        require_not_hidden(player, given)
    with transaction.atomic():
        changed = lock_player(player)
        if barring(player, now) is None:  # else it is the staff who change them
            require_not_barred(changed, now)
        first()
        if given is not None and given.name != changed.name:
            changed.name, changed.look, changed.shape = given
            if changed.account:
                take_handle(changed)
            elif can_sign_in(changed):
                make_account(changed, now)
            count_later(changed, now)
            follow_name(changed)
        if profile is not None:
            changed.profile = profile
        if preferences:
            changed.chosen = {**(changed.chosen or {}), **preferences}
        changed.save(update_fields=["name", "look", "shape", "profile", "account", "chosen"])
    return changed.allowed(player.scopes)
