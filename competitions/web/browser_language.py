"""The language that a browser or a program asks for. It needs no database, so that the server can use it for
what it refuses early."""

import re
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

UNWANTED: Final = re.compile(r";\s*q=0(\.0*)?\s*$")
"""How a language in `Accept-Language` ends that the reader does not want (RFC 9110, 12.4.2)."""


def is_choice() -> bool:
    """Whether the site speaks several languages."""
    return len(settings.LANGUAGES) > 1


def of_browser(*, cookie: str | None = None, header: str | None) -> str:
    """The language of a reader who may be anybody."""
    asked = HttpRequest()
    if cookie:
        asked.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    if header:
        wanted = (part for part in header.split(",") if not UNWANTED.search(part))
        asked.META["HTTP_ACCEPT_LANGUAGE"] = ",".join(wanted)
    return get_language_from_request(asked)


def accept_language(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """What the headers of a request say in `Accept-Language`; empty if they say nothing."""
    return b",".join(value for name, value in headers if name.lower() == b"accept-language").decode("latin-1")
