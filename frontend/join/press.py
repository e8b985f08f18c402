"""The words of the button that joins a contest and deals its cards."""

from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from competitions.people.given_names import shown_name
from competitions.translatable import Translatable, with_facts


@dataclass(frozen=True)
class Press:
    """The `words` of the button, and its words `with_name`, in HTML, for a viewer whose name is known."""

    words: Translatable
    with_name: Translatable

    def under(self, name: str) -> SafeString:
        return format_html(str(self.with_name), name=shown_name(name))


PLAY: Final = Press(_("Play"), _('Play as <bdi lang="">{name}</bdi>'))
PLAY_HERE: Final = Press(_("Play in this contest"), _('Play in this contest as <bdi lang="">{name}</bdi>'))
SAME_CARDS: Final = Press(_("Play the same cards"), _('Play the same cards as <bdi lang="">{name}</bdi>'))


def play_round(number: int) -> Press:
    words, with_name = _("Play round %(number)s"), _('Play round %(number)s as <bdi lang="">{name}</bdi>')
    return Press(with_facts(words, number=number), with_facts(with_name, number=number))
