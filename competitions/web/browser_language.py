"""The language that a browser or a program asks for. Finding it needs no database, so the server can use it
for requests that are refused early.
"""

import re
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

UNWANTED: Final = re.compile(r";\s*q=0(\.0*)?\s*$")
"""A pattern of the end of an entry of `Accept-Language`. It matches if the reader does not want the entry's
language (RFC 9110, 12.4.2)."""


def is_choice() -> bool:
    """Whether the site speaks several languages."""
    return len(settings.LANGUAGES) > 1


def of_browser(*, cookie: str | None = None, header: str | None) -> str:
    """The language that a browser asks for: the one in its language cookie, else that of `Accept-Language`,
    else the site's."""
    asked = HttpRequest()
    if cookie:
        asked.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    if header:
        wanted = (part for part in header.split(",") if not UNWANTED.search(part))
        asked.META["HTTP_ACCEPT_LANGUAGE"] = ",".join(wanted)
    return get_language_from_request(asked)


def accept_language(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The value of `Accept-Language` in the headers of a request; empty if they have none."""
    return b",".join(value for name, value in headers if name.lower() == b"accept-language").decode("latin-1")
