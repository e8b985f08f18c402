"""The language in which a player is told what the site has to tell."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..refusals import invalid


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


def require_spoken(language: str) -> None:
    """Raises `invalid` for a language that the site does not speak."""
    if language not in dict(settings.LANGUAGES):
        raise invalid("language", _("This site does not speak this language."))


def choose_language(*, player: Player, language: str) -> None:
    """Store the language in which the player reads pages, mails and notices. Raises `invalid` for one that
    the site does not speak.

    A player who has left meanwhile stays without a choice.
    """
    require_spoken(language)
    Player.objects.filter(pk=player.pk, left_at=None).update(language=language)
