"""Names for answers that a browser saves as a file."""

from typing import Final
from urllib.parse import quote

from django.utils.text import slugify

LONGEST: Final = 60
"""A file's name contains at most this many characters of a chosen name."""


def as_file(name: str, what: str, extension: str, *, otherwise: str) -> dict[str, str]:
    """The header field that names a file. The file's name begins with the letters and digits of `name`,
    in lower case, or with `otherwise` if `name` has none.

    >>> as_file('Al\\'s "club" / ../x', "standings", "csv", otherwise="c1")
    {'Content-Disposition': 'attachment; filename="als-club-x-standings.csv"'}
    """
    safe = slugify(name, allow_unicode=True)[:LONGEST].strip("-_") or otherwise
    file = f"{safe}-{what}.{extension}"
    # RFC 6266 has another parameter, `filename*`, for names that are not ASCII.
    named = f'filename="{file}"' if file.isascii() else f"filename*=utf-8''{quote(file)}"
    return {"Content-Disposition": f"attachment; {named}"}
