"""A player's choice of a language."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..refusals import invalid


def choose_language(*, player: Player, language: str) -> None:
    """Store the language in which the player reads pages, mails and notices. Raises `invalid` for one that
    the site does not speak.

    A player who has left meanwhile stays without a choice.
    """
    if language not in dict(settings.LANGUAGES):
        raise invalid("language", _("This site does not speak this language."))
    Player.objects.filter(pk=player.pk, left_at=None).update(language=language)
