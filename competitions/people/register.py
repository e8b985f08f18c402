"""Becoming a player: only a name is needed."""

from datetime import datetime

from django.db import transaction

from ..models import SCOPES, Player, Token
from .names import player_name


def register_guest(*, name: str, bot: bool, now: datetime) -> Player:
    """A new player without a password; others may have the name, too. Raises `invalid` for what is none."""
    given = player_name(name)
    player = Player(name=given.name, look=given.look, shape=given.shape, bot=bot, created_at=now)
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


@transaction.atomic
def register_with_token(*, name: str, bot: bool, now: datetime) -> tuple[Player, str]:
    """A new player and the secret of a first token, or neither."""
    player = register_guest(name=name, bot=bot, now=now)
    return player, first_token(player=player, now=now)


def first_token(*, player: Player, now: datetime) -> str:
    """The secret of a guest's first token, which allows everything a player may do."""
    _, secret = Token.issue(player=player, name="first", scopes=SCOPES, now=now)
    return secret
