"""Cleaning of names and short texts. A clean text has no invisible characters and a bounded length."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from confusable_homoglyphs.categories import alias
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..refusals import invalid
from ..translatable import with_facts

MOST_TYPED = 4
"""The most code points that Unicode composes into one. A text with more than `MOST_TYPED` times the allowed
number of code points is too long even when composed."""

BLANK_LETTERS = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Characters that are invisible, although Unicode counts most of them as letters, marks or symbols."""

NON_JOINER, JOINER = "\u200c", "\u200d"
JOINERS = frozenset({NON_JOINER, JOINER})
"""Invisible characters. A non-joiner keeps the letters on both sides of it apart, a joiner joins them."""

JOINED_SCRIPTS = frozenset({"ADLAM", "ARABIC", "HANIFI_ROHINGYA", "MANDAIC", "MONGOLIAN", "NKO", "SYRIAC"})
"""Cursive scripts. Words in these scripts may need a non-joiner between two letters."""

VIRAMA = 9
"""The Unicode combining class of viramas, the signs that join two consonants of an Indic script."""

SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")

MOST_MARKS = 3
"""How many combining marks, such as accents, one letter may have. More would cover the lines above and below.
Marks with a width of their own, like Burmese vowels, are not counted."""


BAD_LENGTH: Final = ngettext_lazy(
    "Give %(shortest)d to %(longest)d character; this has %(given)d.",
    "Give %(shortest)d to %(longest)d characters; this has %(given)d.",
    "longest",
)


def clean(text: str, *, field: str, shortest: int, longest: int) -> str:
    """Return `text` without invisible characters, double spaces and surplus combining marks.

    Raises `invalid` for `field` if the result has fewer than `shortest` or more than `longest` code points,
    or if nothing in it is visible.
    """
    cleaned = with_few_marks(" ".join(visible(text).split()), longest)
    if not shortest <= len(cleaned) <= longest:
        raise invalid(field, with_facts(BAD_LENGTH, shortest=shortest, longest=longest, given=len(cleaned)))
    if not any(unicodedata.category(char)[0] in "LNSP" for char in cleaned):
        raise invalid(field, _("It has no visible characters."))
    return cleaned


def visible(text: str) -> str:
    """Return `text` without control, zero-width and bidirectional characters, and with plain spaces only.

    Joiners stay where the script or an emoji needs them.
    """
    return "".join(_with_joiners_needed(filter(_may_stay, text)))


def with_few_marks(text: str, longest: int) -> str:
    """Return `text` in NFC with at most `MOST_MARKS` combining marks on a letter.

    A text of more than `longest * MOST_TYPED` code points is returned unchanged. Such a text is too long
    anyway, and NFC is slow for long runs of marks.
    """
    if len(text) > longest * MOST_TYPED:
        return text
    kept, marks = [], 0
    for char in text:
        if char not in JOINERS:
            marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def without_joiners(text: str) -> str:
    return text.replace(NON_JOINER, "").replace(JOINER, "")


def _may_stay(char: str) -> bool:
    return char.isspace() or char in JOINERS or _drawn(char)


def _with_joiners_needed(text: Iterator[str]) -> Iterator[str]:
    # `before` is the previous character, and `letter` the last character that is not a combining mark.
    # `joiner` is the first joiner after the previous character.
    before, letter, joiner = "", "", ""
    for char in text:
        if char in JOINERS:
            joiner = joiner or char
            continue
        if joiner and _needs(joiner, before, letter, char):
            yield joiner
        yield " " if char.isspace() else char
        joiner, before = "", char
        if unicodedata.category(char)[0] != "M":
            letter = char
    if joiner and unicodedata.combining(before or " ") == VIRAMA:
        yield joiner


def _needs(joiner: str, before: str, letter: str, after: str) -> bool:
    """Whether the text would look different without this joiner, by the rules of RFC 5892, appendix A."""
    if before and VIRAMA in (unicodedata.combining(before), unicodedata.combining(after)):
        return True
    if joiner == JOINER:
        return _is_emoji(before) and _is_emoji(after)
    return _is_joined(letter) and _is_joined(after)


def _is_emoji(char: str) -> bool:
    return char in SKIN_TONES or (char != "" and unicodedata.category(char) == "So")


def _is_joined(char: str) -> bool:
    return char.isalpha() and alias(char) in JOINED_SCRIPTS


def _drawn(char: str) -> bool:
    # Characters of these categories are not drawn: control (Cc), zero-width and bidirectional (Cf), lone
    # surrogates (Cs), private (Co) and unassigned (Cn).
    return unicodedata.category(char)[0] != "C" and char not in BLANK_LETTERS and not _selects(char)


def _selects(char: str) -> bool:
    """Whether the character is a variation selector, which only changes how the character before it looks."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
