"""Answers that a browser saves as a file."""

from typing import Final
from urllib.parse import quote

from django.utils.text import slugify

LONGEST: Final = 60
"""Of the part of a file's name that somebody chose, in characters."""


def as_file(name: str, what: str, kind: str, *, otherwise: str) -> dict[str, str]:
    """The header that gives a file its name: from a `name` that somebody chose, of which letters, digits and
    hyphens stay, or from `otherwise` if none do.

    >>> as_file('Al\\'s "club" / ../x', "standings", "csv", otherwise="c1")
    {'Content-Disposition': 'attachment; filename="als-club-x-standings.csv"'}
    """
    safe = slugify(name, allow_unicode=True)[:LONGEST].strip("-_") or otherwise
    file = f"{safe}-{what}.{kind}"
    # Letters that are not ASCII have a way of their own to be named (RFC 6266).
    named = f'filename="{file}"' if file.isascii() else f"filename*=utf-8''{quote(file)}"
    return {"Content-Disposition": f"attachment; {named}"}
