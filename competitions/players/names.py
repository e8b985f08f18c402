"""Cleaning a name, and what it looks like.

Two names that look the same are the same name: NFKC, case folded, confusable
letters mapped to one prototype as in UTS 39. The table of confusables is
Unicode's, as packaged by confusable-homoglyphs.
"""

import functools
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

from ..refusals import invalid

LONGEST_LOOK = 200

MOST_TYPED = 4
"""Code points that Unicode ever composes into one."""

BLANK_LETTERS = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Characters that Unicode calls letters, marks or symbols though nothing is drawn."""


def clean(text: str, *, field: str, shortest: int, longest: int) -> str:
    """`text` without control, zero-width and bidirectional characters, spaces made single.

    Raises `invalid` for `field` when fewer than `shortest` or more than
    `longest` code points are left, or nothing that can be seen.
    """
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or _drawn(char))
    cleaned = " ".join(kept.split())
    if len(cleaned) <= longest * MOST_TYPED:
        # A longer one stays too long, and the marks of one without end take an age to sort.
        cleaned = unicodedata.normalize("NFC", cleaned)
    if not shortest <= len(cleaned) <= longest:
        raise invalid(field, f"Give {shortest} to {longest} characters; this has {len(cleaned)}.")
    if not any(unicodedata.category(char)[0] in "LNSP" for char in cleaned):
        raise invalid(field, "There is nothing to see in it.")
    return cleaned


def look(name: str) -> str:
    """The skeleton of a clean name: equal for names that the eye takes for each other.

    Raises `invalid` for a name that is drawn far longer than it is typed.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    prototypes = _prototypes()
    skeleton = "".join(prototypes.get(char, char) for char in unicodedata.normalize("NFD", folded))
    seen = "".join(unicodedata.normalize("NFKC", skeleton).casefold().split())
    if len(seen) > LONGEST_LOOK:
        raise invalid("name", "It is drawn too wide for a scoreboard.")
    return seen


def _drawn(char: str) -> bool:
    # Cc control, Cf zero-width and bidirectional, Cs lone surrogates, Co and Cn nothing agreed on.
    return unicodedata.category(char)[0] != "C" and char not in BLANK_LETTERS and not _selects(char)


def _selects(char: str) -> bool:
    """Whether it is a variation selector: seen only through the character before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


@functools.cache
def _prototypes() -> dict[str, str]:
    """The prototype of every confusable letter.

    The table lists what each text is confused with: a prototype with all its
    look-alikes, a look-alike with its prototype alone. Of two that have only
    each other, either may stand for both.
    """
    marks = "\u200e"  # the table wraps right-to-left letters in them
    found = {}
    for char, rows in confusables_data.items():
        prototype = rows[0]["c"]
        hub = len(confusables_data.get(prototype, ())) > 1
        if len(rows) == 1 and (hub or prototype < char):
            found[char.strip(marks)] = prototype.strip(marks)
    return found
