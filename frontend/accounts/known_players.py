"""A cookie that names the players who signed in with this browser, so that wrong passwords from other
browsers do not lock them out here."""

import secrets
from functools import wraps
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competitions.models import Player

from ..requests.page_limits import PageView
from ..requests.viewers import player_of

COOKIE: Final = "known"
SALT: Final = "frontend.accounts.known_players"
AGE_S: Final = 365 * 24 * 3600
MOST: Final = 8
"""How many players a browser remembers at most: those who signed in last."""


class KnownPlayers(NamedTuple):
    browser: str
    """A random id of the browser."""
    players: tuple[str, ...]

    @classmethod
    def of(cls, request: HttpRequest) -> "KnownPlayers":
        """Read the browser's cookie. Without a cookie, return a new id and no players."""
        kept = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE_S)
        browser, *players = (kept or "").split(".")
        return cls(browser or secrets.token_hex(8), tuple(players))


def browser_that_knows(request: HttpRequest, player_id: str) -> str | None:
    """An id of the browser if this player is, or was, signed in with it; else None."""
    known = KnownPlayers.of(request)
    if player_id in known.players:
        return known.browser
    viewer = getattr(request, "known_here", None) or player_of(request)
    return request.session.session_key if viewer is not None and viewer.pk == player_id else None


def note_player(request: HttpRequest, player: Player) -> None:
    """Add the player to the browser's cookie. Call it in a view decorated with `remembering`."""
    request.to_remember = player.pk  # type: ignore[attr-defined]


def remembering(view: PageView) -> PageView:
    """Set the cookie after the view, if the view has noted a player."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer = view(request, *args, **named)
        if player_id := getattr(request, "to_remember", None):
            browser, players = KnownPlayers.of(request)
            players = (player_id, *(each for each in players if each != player_id))[:MOST]
            answer.set_signed_cookie(
                COOKIE,
                ".".join((browser, *players)),
                salt=SALT,
                max_age=AGE_S,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return answer

    return answered
