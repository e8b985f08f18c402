"""Names for answers that a browser saves as a file."""

from typing import Final
from urllib.parse import quote

from django.utils.text import slugify

LONGEST: Final = 60
"""The greatest number of characters of a chosen name that a file's name contains."""


def as_file(name: str, what: str, kind: str, *, otherwise: str) -> dict[str, str]:
    """The header field that names a file. The name is made of the letters, digits and hyphens of `name`, or
    is `otherwise` if `name` has none.

    >>> as_file('Al\\'s "club" / ../x', "standings", "csv", otherwise="c1")
    {'Content-Disposition': 'attachment; filename="als-club-x-standings.csv"'}
    """
    safe = slugify(name, allow_unicode=True)[:LONGEST].strip("-_") or otherwise
    file = f"{safe}-{what}.{kind}"
    # RFC 6266 has a parameter of its own for names that are not ASCII.
    named = f'filename="{file}"' if file.isascii() else f"filename*=utf-8''{quote(file)}"
    return {"Content-Disposition": f"attachment; {named}"}
