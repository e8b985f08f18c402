"""Path converters, and redirects from misspelt paths to the paths that were meant.

The answer is 404 if a part of a path does not match the converter for this part.
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from django.http import (
    HttpRequest,
    HttpResponseBase,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path

from ..models.ids import ALPHABET, LENGTH

NOTHING: Final = "nothing"
"""The name of the URL pattern that answers 404."""

END_OF_A_SENTENCE: Final = (
    " \t\r\n\u00a0\u202f\u3000\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"  # blanks
    ".,;:!?|\\*()[]{}<>'\"`"
    "\u2013\u2014\u2026"  # dashes and an ellipsis
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a"  # quotes
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"  # East Asian
)
"""Characters that may follow a link in a text. A program may take them for a part of the link."""

AS_TYPED: Final = ("seed", "word", "who")
"""The names of those parts of paths whose capitals matter."""


def redirect_slash(
    answer_to: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that redirects an address with a slash at its end to the address without the slash.

    The answer is 308, so that the client repeats method and body. If the address without the slash leads
    nowhere either, the answer is 404.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path.endswith("/") and _leads_somewhere(request.path[:-1]):
            path, mark, query = request.get_full_path().partition("?")
            return HttpResponsePermanentRedirect(path[:-1] + mark + query, preserve_request=True)
        return answer_to(request)

    return middleware


def _leads_somewhere(path: str) -> bool:
    """Whether a path other than `/` matches a URL pattern other than `NOTHING`. No pattern matches a path
    that begins with two slashes, so no redirect leads to another site."""
    try:
        return path not in ("", "/") and resolve(path).url_name != NOTHING
    except Resolver404:
        return False


def redirect_misspelt(
    answer_to: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that redirects from a page that is not found to the page that was probably meant.

    The status is 302, since a page may exist at the first path later. Paths of the API are not redirected.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = answer_to(request)
        is_page = request.method in ("GET", "HEAD") and not request.path.lower().startswith("/api/")
        meant = path_meant(request.path) if answer.status_code == 404 and is_page else None
        if meant is None:
            return answer
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(escape_uri_path(meant) + (f"?{query}" if query else ""))

    return middleware


def path_meant(path: str) -> str | None:
    """The path of the page that was probably meant. First, punctuation at the end of the path is removed. If
    the rest leads nowhere, the rest in small letters is tried. None if neither leads to a page."""
    whole = path.rstrip("/")
    trimmed = whole.rstrip(END_OF_A_SENTENCE)
    trimmed = path if trimmed == whole else trimmed.rstrip("/") or "/"
    for meant in (trimmed, _in_small_letters(trimmed)):
        if meant != path and (meant == "/" or _leads_somewhere(meant)):
            return meant
    return None


def _in_small_letters(path: str) -> str:
    """The path in small letters; unchanged if that matches no URL pattern. Parts whose capitals matter, such
    as seeds, keep them."""
    try:
        parts = resolve(path.lower()).kwargs
    except Resolver404:
        return path
    kept = {parts[name] for name in AS_TYPED if name in parts}
    return "/".join(part if part.lower() in kept else part.lower() for part in path.split("/"))


class PublicId:
    """A public id: the random id of a row, as clients see it."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class AtName:
    """`@` and the name of an account."""

    regex = "@[^/]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Who:
    """A player: an id, or `@` and the name of an account."""

    regex = f"{AtName.regex}|{PublicId.regex}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RoundNumber:
    """The number of a round, without leading zeros."""

    regex = "[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class MonthName:
    """A month like `2026-11`, converted to the date of its first day. Months of the year 0000 are not
    found."""

    regex = "[0-9]{4}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date) -> str:
        return f"{value:%Y-%m}"


class DayName:
    """A day like `2026-11-22`, converted to a date. Days that do not exist are not found."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
