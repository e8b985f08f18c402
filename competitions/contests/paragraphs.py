"""Words of several paragraphs, as an organiser writes them about a competition."""

from ..people.clean_text import visible, with_few_marks
from ..refusals import invalid


def clean_paragraphs(text: str, *, field: str, longest: int) -> str:
    """`visible` text. Lines stay lines; spaces are made single, and so are empty lines between paragraphs.

    Raises `invalid` for `field` when more than `longest` code points are left.
    """
    paragraphs: list[list[str]] = [[]]
    for line in map(_line, text.splitlines()):
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    cleaned = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    cleaned = with_few_marks(cleaned, longest)
    if len(cleaned) > longest:
        raise invalid(field, f"Give at most {longest} characters; this has {len(cleaned)}.")
    return cleaned


def _line(text: str) -> str:
    return " ".join(visible(text).split())
