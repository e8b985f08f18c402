"""The language in which the site writes to a player."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..refusals import invalid


def chosen_by(player: Player | None) -> str | None:
    """The language that the player has chosen. None in each of these cases: `player` is None, the player has
    chosen no language, or the site no longer speaks the chosen one."""
    if player is None:
        return None
    return player.language if player.language in dict(settings.LANGUAGES) else None


def of_player(player: Player | None) -> str:
    """The language of mails, notices and reminders to the player, which are written without a request of the
    player.

    Make their words within `with override(of_player(player)):`.
    """
    return chosen_by(player) or settings.LANGUAGE_CODE


def require_spoken(language: str) -> None:
    """Raise `invalid` for a language that the site does not speak."""
    if language not in dict(settings.LANGUAGES):
        raise invalid("language", _("This site does not speak this language."))


def choose_language(*, player: Player, language: str) -> None:
    """Store the language in which the player reads pages, mails and notices. Raises `invalid` for a language
    that the site does not speak.

    A player who has left meanwhile stays without a choice.
    """
    require_spoken(language)
    Player.objects.filter(pk=player.pk, left_at=None).update(language=language)
