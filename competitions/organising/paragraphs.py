"""Words of several paragraphs, as an organiser writes them about a competition."""

import unicodedata

from ..players.names import MOST_TYPED, drawn
from ..refusals import invalid


def clean_paragraphs(text: str, *, field: str, longest: int) -> str:
    """`text` without control, zero-width and bidirectional characters. Lines stay lines; spaces are made
    single, and so are the empty lines between paragraphs.

    Raises `invalid` for `field` when more than `longest` code points are left.
    """
    paragraphs: list[list[str]] = [[]]
    for line in map(_line, text.splitlines()):
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    cleaned = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    if len(cleaned) <= longest * MOST_TYPED:
        # A longer text stays too long, and sorting the marks of a very long one takes very long.
        cleaned = unicodedata.normalize("NFC", cleaned)
    if len(cleaned) > longest:
        raise invalid(field, f"Give at most {longest} characters; this has {len(cleaned)}.")
    return cleaned


def _line(text: str) -> str:
    return " ".join(
        "".join(" " if char.isspace() else char for char in text if char.isspace() or drawn(char)).split()
    )
