"""Registering players. Only a name is needed, which may be chosen later."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from ..models import SCOPES, Player, Token
from ..translatable import in_sites_language
from .given_names import GUEST
from .names import player_name


def register_guest(*, name: str | None, bot: bool, now: datetime) -> Player:
    """Return a new player without a password. Several players may have the same name. A player who has not
    chosen a `name` yet is called `GUEST`, in the site's language. Raises what `player_name` raises.

    If the request is in another language than the site's own, that language is stored, so that mails and
    notices use it, too. Otherwise none is stored, since the player may merely have got the default.
    """
    given = player_name(in_sites_language(GUEST) if name is None else name)
    player = Player(
        name=given.name,
        unnamed=name is None,
        look=given.look,
        shape=given.shape,
        bot=bot,
        created_at=now,
    )
    if (language := get_language()) != settings.LANGUAGE_CODE:
        player.language = language
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


@transaction.atomic
def register_with_token(*, name: str, bot: bool, now: datetime) -> tuple[Player, str]:
    """Return a new player and the secret of their first token, in one transaction. Raises what
    `register_guest` raises."""
    player = register_guest(name=name, bot=bot, now=now)
    return player, first_token(player=player, now=now)


def first_token(*, player: Player, now: datetime) -> str:
    """Make a guest's first token, with every scope, and return its secret."""
    _, secret = Token.issue(player=player, name="first", scopes=SCOPES, now=now)
    return secret
