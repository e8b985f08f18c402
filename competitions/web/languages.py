"""Which language a reader gets.

| what is read | whose language |
| --- | --- |
| pages, sockets | the player's choice, else the cookie's, else that of `Accept-Language`, else the site's |
| the board for other sites | that of `?language=`, else as pages |
| the web manifest | that of `?language=`, else the site's |
| the API | that of `Accept-Language`, else the site's |
| mails, notices, what is pushed | the player's choice, else the site's |
| mails of accounts, such as codes | the player's choice, else that of the page on which they were asked for |
| what is refused before its reader is known | the cookie's, else that of `Accept-Language`, else the site's |
| what `config/server` refuses by itself | that of `Accept-Language`, if it was read, else the site's |

Only languages of `settings.LANGUAGES` count. A site with only one language uses it for everybody.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override

from ..models import Player
from ..outages import is_outage
from ..people.own_language import chosen_by
from .browser_language import accept_language, is_choice, of_browser

Answering = Callable[[HttpRequest], HttpResponse]
"""A function that answers requests. Each middleware of this module gets one, which calls the middlewares that
come after it, and the view."""

OF_THE_API: Final = re.compile(r"/api/(?!v1/docs$)")
"""A pattern of the beginning of the API's paths. The path of the API's documentation does not match, because
the documentation is a page."""

DECIDED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "text/html": ("Accept-Language", "Cookie"),
    "application/problem+json": ("Accept-Language",),
}
"""The content types of answers that always have words, each with the header fields of the request that decide
in which language."""


def of_reader(player: Player | None, *, cookie: str | None, header: str | None) -> str:
    """The language of a page or a socket. `cookie` and `header` are the browser's language cookie and its
    `Accept-Language`."""
    return chosen_by(player) or of_browser(cookie=cookie, header=header)


def chosen_in_browser(request: HttpRequest) -> str | None:
    """The language that was chosen in a browser; None without a choice, or if the site does not speak it."""
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return cookie if cookie in dict(settings.LANGUAGES) else None


def named_in_address(request: HttpRequest) -> str | None:
    """The language that the address names, as `?language=de` does; None if it names none, or one that the
    site does not speak."""
    named = request.GET.get("language")
    return named if named in dict(settings.LANGUAGES) else None


def of_anybody(request: HttpRequest) -> str:
    """The language of the answer to a request, by the request's headers alone. This needs no database."""
    if not is_choice():
        return settings.LANGUAGE_CODE
    cookie = None if OF_THE_API.match(request.path) else request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return of_browser(cookie=cookie, header=request.headers.get("Accept-Language"))


def of_request(request: HttpRequest) -> str:
    """The language of the answer to a request."""
    if not is_choice() or OF_THE_API.match(request.path):
        return of_anybody(request)
    try:
        player = request.user if isinstance(request.user, Player) else None
    except DatabaseError as error:
        if not is_outage(error):
            raise
        player = None
    return chosen_by(player) or of_anybody(request)


def of_socket(scope: Mapping[str, Any], player: Player | None = None) -> str:
    """The language of a socket. Until the player is known, it is the language of the browser."""
    if not is_choice():
        return settings.LANGUAGE_CODE
    cookie = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME)
    return of_reader(player, cookie=cookie, header=accept_language(scope["headers"]))


def in_language_of_browser(answer_to: Answering) -> Answering:
    """Answer each request in the language of its browser.

    This middleware comes before `in_language_of_reader` in the settings, and before all that may refuse a
    request or fail, so that their refusals have this language, too.
    """
    return _answering_in(of_anybody, answer_to)


def in_language_of_reader(answer_to: Answering) -> Answering:
    """Answer each request in the language of its reader."""
    return _answering_in(of_request, answer_to)


def _answering_in(language: Callable[[HttpRequest], str], answer_to: Answering) -> Answering:
    """Answer in a language, and name the language in the headers of pages and refusals. The views of the API
    name the language of all other answers that have words.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with override(language(request)):
            answer = answer_to(request)
            media_type = answer.headers.get("Content-Type", "").partition(";")[0]
            if media_type in DECIDED_BY:
                tell_language(answer, *DECIDED_BY[media_type])
        return answer

    return middleware


def tell_language(answer: HttpResponseBase, *fields: str) -> None:
    """Say in the headers which language an answer has, and which fields of its request decided that."""
    answer.headers.setdefault("Content-Language", get_language())
    if is_choice():
        patch_vary_headers(answer, fields)
