"""Answers that a browser saves as a file."""

from typing import Final

from django.utils.http import content_disposition_header
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
    return {"Content-Disposition": content_disposition_header(True, f"{safe}-{what}.{kind}") or "attachment"}
