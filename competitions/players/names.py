"""What may be a name: text without invisible characters, and not too long."""

import unicodedata

from ..refusals import invalid

MOST_TYPED = 4
"""The most code points that Unicode composes into one."""

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
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or drawn(char))
    cleaned = " ".join(kept.split())
    if len(cleaned) <= longest * MOST_TYPED:
        # A longer text stays too long, and sorting the marks of a very long one takes very long.
        cleaned = unicodedata.normalize("NFC", cleaned)
    if not shortest <= len(cleaned) <= longest:
        raise invalid(field, f"Give {shortest} to {longest} characters; this has {len(cleaned)}.")
    if not any(unicodedata.category(char)[0] in "LNSP" for char in cleaned):
        raise invalid(field, "There is nothing to see in it.")
    return cleaned


def drawn(char: str) -> bool:
    # Cc control, Cf zero-width and bidirectional, Cs lone surrogates, Co and Cn nothing agreed on.
    return unicodedata.category(char)[0] != "C" and char not in BLANK_LETTERS and not _selects(char)


def _selects(char: str) -> bool:
    """Whether it is a variation selector: seen only through the character before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
