"""Change a player's name everywhere, the visibility of their profile, and their preferences at the table."""

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
    """The player with a new name, `profile` or `preferences`; None, or a preference that is not named, stays
    as it is.

    The name changes wherever the player appears, in past contests too, except where they have another name
    for one contest. Contests follow within moments, circles at once, with a number if the name is taken
    there. A guest who can sign in, and whose name belonged to somebody's account, becomes an account.

    Raises `invalid` for a name that is unfit or removed by the staff; `name_taken` for a name of another
    account; `suspended` and `banned` for a player barred since `player` was read; and what `lock_player`
    raises. `first` is called with the player's row locked, and may refuse.
    """
    given = None if name is None else player_name(name)
    if given is not None:
        require_not_hidden(player, given)
    with transaction.atomic():
        changed = lock_player(player)
        if barring(player, now) is None:  # only the staff change a barred player
            require_not_barred(changed, now)
        first()
        if given is not None and given.name != changed.name:
            changed.name, changed.look, changed.shape = given
            if changed.account:
                take_handle(changed)
            elif can_sign_in(changed):
                make_account(changed, now)
            count_later(changed)
            follow_name(changed)
        if profile is not None:
            changed.profile = profile
        if preferences:
            changed.chosen = {**(changed.chosen or {}), **preferences}
        changed.save(update_fields=["name", "look", "shape", "profile", "account", "chosen"])
    return changed.allowed(player.scopes)
