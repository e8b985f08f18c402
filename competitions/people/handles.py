"""Handles: the names of accounts. No two handles look alike."""

from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from ..models import Handle, Player
from ..refusals import Refusal
from .names import own_name
from .numbered_names import taken_in

NAME_TAKEN: Final = _("Another account has that name, or one that looks too much like it.")


def has_free_name(player: Player) -> bool:
    """Whether no other account has a name that looks like this player's."""
    return not taken_in(Handle.objects.exclude(player=player))([own_name(player)])


def take_handle(player: Player) -> None:
    """Make the player's name their handle. It replaces an earlier handle of the player.

    Raises `name_taken` if another account's handle looks like the name. If two players take lookalike
    names at the same moment, the database accepts only one.
    """
    if not has_free_name(player):
        raise Refusal("name_taken", NAME_TAKEN)
    name = own_name(player)
    try:
        with transaction.atomic():
            Handle.objects.update_or_create(player=player, defaults={"look": name.look, "shape": name.shape})
    except IntegrityError:
        raise Refusal("name_taken", NAME_TAKEN) from None
