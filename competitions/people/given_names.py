"""The names that the site gives to players: to guests, to its own bots, and in place of names that are gone.

They are stored in the site's language, so that the API gives everybody the same name, and are shown in the
reader's language. Each is one word, which a number or a code may follow.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ..models.ids import ALPHABET
from ..translatable import Translatable, in_sites_language

# Translators: The name of players who have not chosen one yet, of at most 15 letters. A number may follow.
GUEST: Final = _("Guest")

# Translators: The name of a bot, of at most 15 letters. A number follows.
BEGINNER: Final = pgettext_lazy("a bot", "Beginner")
# Translators: The name of a bot, of at most 15 letters. A number follows.
REGULAR: Final = pgettext_lazy("a bot", "Regular")
# Translators: The name of a bot, of at most 15 letters. A number follows.
EXPERT: Final = pgettext_lazy("a bot", "Expert")

NEUTRAL: Final = _("player-")
"""The beginning of the name of a player whose own name the staff have hidden. A code follows."""

CLOSED: Final = "deleted-"
"""The beginning of a closed player's name. A code follows. It is stored alike in every language, because
clients recognise closed players by it.
"""

NUMBER: Final = " [1-9][0-9]*"
AGAIN: Final = f"(?:{NUMBER})?"
"""A pattern of the number, if there is one, that `numbered_names` adds to make names in a contest differ."""

CODE: Final = f"[{ALPHABET}]{{4}}{AGAIN}"


class GivenName(NamedTuple):
    stored: Translatable
    """The word, as it is stored in the site's language."""
    ending: str
    """A pattern of what follows the word."""
    shown: Translatable
    """The word that people read."""


GIVEN_NAMES: Final = (
    GivenName(GUEST, AGAIN, GUEST),
    *(GivenName(word, NUMBER + AGAIN, word) for word in (BEGINNER, REGULAR, EXPERT)),
    GivenName(NEUTRAL, CODE, NEUTRAL),
    GivenName(CLOSED, CODE, _("deleted-")),
)


@cache
def given_in(language: str) -> Sequence[tuple[str, re.Pattern[str], Translatable]]:
    """For each name that the site gives: the stored word; a pattern of the whole name, whose only group is
    what follows the word; and the word that people read. `language` is the site's language, the key of the
    cache."""
    known = [(in_sites_language(each.stored), each.ending, each.shown) for each in GIVEN_NAMES]
    return [(word, re.compile(f"{re.escape(word)}({ending})"), shown) for word, ending, shown in known]


def shown_name(name: str) -> str:
    """A player's name as people read it: a name that the site gave is in the reader's language.

    If a player has chosen such a name themselves, it is shown like one that the site gave.

    >>> shown_name("Guest 2"), shown_name("deleted-7q2k"), shown_name("Ann")
    ('Guest 2', 'deleted-7q2k', 'Ann')
    """
    for _stored, pattern, shown in given_in(settings.LANGUAGE_CODE):
        if found := pattern.fullmatch(name):
            return f"{shown}{found[1]}"
    return name


def names_to_translate() -> list[tuple[str, str]]:
    """For scripts: the given names whose word is not the same in the reader's language as in the site's. Each
    is a pair: a pattern of the stored name, whose only group is what follows the word, and the reader's word.
    """
    known = given_in(settings.LANGUAGE_CODE)
    return [(pattern.pattern, str(shown)) for stored, pattern, shown in known if str(shown) != stored]
