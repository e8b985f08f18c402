"""The language in which a player is told what the site has to tell."""

from django.conf import settings

from ..models import Player


def chosen_by(player: Player | None) -> str | None:
    """The language that the player has chosen; None if there is none that the site still speaks."""
    if player is None:
        return None
    return player.language if player.language in dict(settings.LANGUAGES) else None


def of_player(player: Player | None) -> str:
    """The language of what is told a player who is not there to ask: a mail, a notice, a reminder.

    Words are made in it `with override(of_player(player)):`.
    """
    return chosen_by(player) or settings.LANGUAGE_CODE
