"""Paths: their parts. One with too much at its end, or in capitals, leads to the path that was meant.

A path whose part does not match is not found.
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
"""The name of the pattern for addresses that lead nowhere."""

END_OF_A_SENTENCE: Final = (
    " \t\r\n\u00a0\u202f\u3000\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"  # blanks
    ".,;:!?|\\*()[]{}<>'\"`"
    "\u2013\u2014\u2026"  # dashes and an ellipsis
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a"  # quotes
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"  # East Asian
)
"""What may follow a link in a text, and be taken for a part of it."""

AS_TYPED: Final = ("seed", "word", "who")
"""The parts of paths in which capitals count."""


def without_a_slash_at_the_end(
    answer_to: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Whatever the method and the body, which the client sends again: so it is 308. An address at which there
    is nothing without the slash either is not found, as any other."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path.endswith("/") and _leads_somewhere(request.path[:-1]):
            path, mark, query = request.get_full_path().partition("?")
            return HttpResponsePermanentRedirect(path[:-1] + mark + query, preserve_request=True)
        return answer_to(request)

    return middleware


def _leads_somewhere(path: str) -> bool:
    """It does not if it ends in another slash, or begins with two, as an address of another site might."""
    try:
        return path not in ("", "/") and resolve(path).url_name != NOTHING
    except Resolver404:
        return False


def as_it_was_meant(
    answer_to: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Leads from a page that is not found to the one without what follows a link in a sentence, or in small
    letters. It may be found later, so the answer is 302; an API client is told that nothing is there."""

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
    """Another path of this site that is meant by one at which nothing was found."""
    whole = path.rstrip("/")
    trimmed = whole.rstrip(END_OF_A_SENTENCE)
    trimmed = path if trimmed == whole else trimmed.rstrip("/") or "/"
    for meant in (trimmed, _in_small_letters(trimmed)):
        if meant != path and (meant == "/" or _leads_somewhere(meant)):
            return meant
    return None


def _in_small_letters(path: str) -> str:
    """The path in small letters, except for parts in which case counts."""
    try:
        parts = resolve(path.lower()).kwargs
    except Resolver404:
        return path
    kept = {parts[name] for name in AS_TYPED if name in parts}
    return "/".join(part if part.lower() in kept else part.lower() for part in path.split("/"))


class PublicId:
    """A public identifier."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class AtName:
    """`@` and the name of an account, as `players.who` finds it."""

    regex = "@[^/]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Who:
    """A player, as `players.who` finds them: an id, or `@` and a name."""

    regex = f"{AtName.regex}|{PublicId.regex}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RoundNumber:
    """A round's number, in the one spelling that it has."""

    regex = "[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class MonthName:
    """A month, like `2026-11`, as the date of its first day; there is no year 0000."""

    regex = "[0-9]{4}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date) -> str:
        return f"{value:%Y-%m}"


class DayName:
    """A day, like `2026-11-22`, as a date; what is no date is not found."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
