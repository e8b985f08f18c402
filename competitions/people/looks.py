"""The looks of a name. A look is a text that is equal for names that look the same, so the database can find
such names.

As in UTS 39, each letter is replaced by the prototype of all letters that look like it. The prototypes come
from Unicode's own table, in the package confusable-homoglyphs. Case matters: a capital I looks like a small
l, but a small i does not. So a name has two looks: case is folded before letters are replaced (`look`), or
after (`shape`). Two names look the same if they have the same `look` or the same `shape`.
"""

import functools
import unicodedata
from collections.abc import Mapping
from functools import reduce
from typing import Final

from confusable_homoglyphs.categories import alias
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ..refusals import invalid
from ..translatable import Translatable, with_facts
from .clean_text import without_joiners

LONGEST_LOOK = 200

ONE_ALPHABET = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that may be mixed in a word: Japanese, Chinese or Korean, each with Latin (UTS 39, section 5.2)."""

SCRIPTS: Final[Mapping[str, Translatable]] = {
    "ARABIC": pgettext_lazy("script", "Arabic"),
    "ARMENIAN": pgettext_lazy("script", "Armenian"),
    "BENGALI": pgettext_lazy("script", "Bengali"),
    "CYRILLIC": pgettext_lazy("script", "Cyrillic"),
    "DEVANAGARI": pgettext_lazy("script", "Devanagari"),
    "GEORGIAN": pgettext_lazy("script", "Georgian"),
    "GREEK": pgettext_lazy("script", "Greek"),
    "HAN": pgettext_lazy("script", "Chinese"),
    "HANGUL": pgettext_lazy("script", "Korean"),
    "HEBREW": pgettext_lazy("script", "Hebrew"),
    "HIRAGANA": pgettext_lazy("script", "Hiragana"),
    "KATAKANA": pgettext_lazy("script", "Katakana"),
    "LATIN": pgettext_lazy("script", "Latin"),
    "TAMIL": pgettext_lazy("script", "Tamil"),
    "THAI": pgettext_lazy("script", "Thai"),
}
"""The usual names of the scripts that are in use most. The others have the names that Unicode gives them."""

OF_ANY_SCRIPT = frozenset({"COMMON", "INHERITED"})


def look(name: str) -> str:
    """Return the look of a clean name without regard to case: the case is folded before letters are replaced
    by their prototypes.

    Raises `invalid` for a name that is drawn much wider than its number of characters suggests.
    """
    return _bounded(_mapped(_nfkc(_nfkc(without_joiners(name)).casefold())))


def shape(name: str) -> str:
    """Return the look of a clean name with regard to case: letters are replaced by their prototypes before
    the case is folded.

    Letters are replaced before NFKC, and again after it, because NFKC turns some letters into others that
    look different. Raises what `look` raises.
    """
    return _bounded(_mapped(_nfkc(_mapped(without_joiners(name)))))


def require_one_script(name: str) -> None:
    """Raise `invalid` for a name with a word that mixes letters of several scripts."""
    for word in "".join(char if _in_a_word(char) else " " for char in without_joiners(name)).split():
        scripts = {alias(char) for char in word} - OF_ANY_SCRIPT
        if len(scripts) > 1 and not any(scripts <= together for together in ONE_ALPHABET):
            mixed = reduce(_both, map(_script_in_words, sorted(scripts)))
            sentence = _("Write each word in one script: %(word)s mixes %(scripts)s letters.")
            raise invalid("name", with_facts(sentence, word=word, scripts=mixed))


def _script_in_words(script: str) -> Translatable:
    return SCRIPTS.get(script, script.replace("_", " ").title())


def _both(some: Translatable, another: Translatable) -> Translatable:
    return with_facts(_("%(some)s and %(another)s"), some=some, another=another)


def _in_a_word(char: str) -> bool:
    """Whether the character is a letter, a mark or a number."""
    return unicodedata.category(char)[0] in "LMN"


def _bounded(skeleton: str) -> str:
    seen = "".join(_nfkc(skeleton).casefold().split())
    if len(seen) > LONGEST_LOOK:
        raise invalid("name", _("It is drawn too wide for a scoreboard."))
    return seen


def _mapped(text: str) -> str:
    prototypes = _prototypes()
    return "".join(prototypes.get(char, char) for char in unicodedata.normalize("NFD", text))


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


@functools.cache
def _prototypes() -> dict[str, str]:
    """Return a dictionary from each confusable letter to its prototype.

    In Unicode's table, a prototype has a row for each letter that looks like it. Each of those letters has
    only one row, which names the prototype. If two letters have only a row for each other, the one with the
    smaller code point is taken as the prototype.
    """
    # The import is here because it reads the large table of confusable letters.
    from confusable_homoglyphs.confusables import confusables_data

    marks = "\u200e"  # Unicode's table puts this mark before and after right-to-left letters.
    found = {}
    for char, rows in confusables_data.items():
        prototype = rows[0]["c"]
        hub = len(confusables_data.get(prototype, ())) > 1
        if len(rows) == 1 and (hub or prototype < char):
            found[char.strip(marks)] = prototype.strip(marks)
    return found
