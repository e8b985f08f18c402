"""Paths: their parts, and a slash too many at the end, which leads to the path that was meant.

A path whose part does not match is not found.
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve

from ..models.ids import ALPHABET, LENGTH

NOTHING: Final = "nothing"
"""The name of the pattern for addresses that lead nowhere."""


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
