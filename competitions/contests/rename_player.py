"""Change a player's name everywhere, their language, their preferences for the card table, or who may see
their profile."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from ..accounts.become_account import can_sign_in, make_account
from ..ledger.player_changes import change_entries_later
from ..models import Player
from ..people.bans import barring, require_not_barred, require_not_hidden
from ..people.handles import take_handle
from ..people.locks import lock_player
from ..people.names import player_name
from ..people.own_language import require_spoken
from .circles.membership import follow_name


def change_player(
    *,
    player: Player,
    name: str | None = None,
    profile: str | None = None,
    language: str | None = None,
    preferences: Mapping[str, Any] | None = None,
    now: datetime,
    by_staff: bool = False,
    first: Callable[[], None] = lambda: None,
) -> Player:
    """Change the player's name, `profile`, `language` or `preferences`, and return the player. A value of
    None changes nothing, and preferences that are not named stay as they are. An empty language removes the
    language that the player has chosen.

    The name changes wherever the player appears, in past contests too, with two exceptions: contests that
    keep names, and contests for which the player's name was chosen there. Contests get the new name within
    moments, and circles at once, with a number if the name is taken there. A guest who can sign in, but
    stayed a guest because another account has the old name, becomes an account. With `by_staff`, the staff
    choose the name. A player who has not chosen a name themselves then stays `unnamed` and a guest.

    Raises `invalid` for a name that is unfit or was removed by the staff, and for a language that the site
    does not speak. If the player is an account or becomes one, raises `name_taken` for a name that looks like
    another account's. Raises `suspended` or `banned` for a player who was barred after `player` was read, and
    what `lock_player` raises. `first` is called with the player's row locked, and stops the change if it
    raises.
    """
    given = None if name is None else player_name(name)
    if given is not None:
        require_not_hidden(player, given)
    if language:
        require_spoken(language)
    with transaction.atomic():
        changed = lock_player(player)
        # A player who was barred after `player` was read is refused. If `player` was barred already, the
        # staff are renaming them.
        if barring(player, now) is None:
            require_not_barred(changed, now)
        first()
        if given is not None and not by_staff:
            changed.unnamed = False
        if given is not None and given.name != changed.name:
            changed.name, changed.look, changed.shape = given
            if changed.account:
                take_handle(changed)
            elif not changed.unnamed and can_sign_in(changed):
                make_account(changed, now)
            change_entries_later(changed)
            follow_name(changed)
        if profile is not None:
            changed.profile = profile
        if language is not None:
            changed.language = language
        if preferences:
            changed.chosen = {**(changed.chosen or {}), **preferences}
        changed.save(
            update_fields=["name", "unnamed", "look", "shape", "profile", "language", "account", "chosen"]
        )
    return changed.allowed(player.scopes)
