"""Finds the player who views a page, and keeps a guest signed in with a browser."""

from typing import Final

from django.contrib.auth import SESSION_KEY, login
from django.http import HttpRequest
from django.utils import timezone

from competitions.models import Player
from competitions.people.last_uses import note_session
from competitions.people.own_language import choose_language, chosen_by
from competitions.people.sessions import SignedIn
from competitions.web.languages import chosen_in_browser

from ..wording.browsers import browser_signs

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"

LEFT_HERE: Final = "left_here"
"""The key in the session under which the id of this browser's earlier guest is kept."""


def player_of(request: HttpRequest) -> Player | None:
    """The player who is signed in with this browser; None if nobody is."""
    return request.user if request.user.is_authenticated else None


def note_use(request: HttpRequest) -> None:
    """Note that the session's player uses this browser, unless a token identifies the caller."""
    player, session = request.user, request.session
    if session.session_key and isinstance(player, Player) and session.get(SESSION_KEY) == player.pk:
        signed_in = SignedIn.of(session.session_key, player)
        browser = browser_signs(request.headers.get("User-Agent", ""))
        note_session(session=signed_in, browser=browser, now=timezone.now())


def note_left(request: HttpRequest, before: Player | None) -> None:
    """Note in the session which guest this browser had before the viewer signed in. The page `left_guest`
    then offers to close that guest."""
    if before is not None and not before.account and before != request.user:
        request.session[LEFT_HERE] = before.pk


def remember_guest(request: HttpRequest, player: Player) -> None:
    """Sign this browser in as `player` for a long time: a guest has no password to sign in again. A player
    who has chosen no language gets the one that was chosen in this browser."""
    language = chosen_in_browser(request)
    if language is not None and chosen_by(player) is None:
        choose_language(player=player, language=language)
    login(request, player, backend=BACKEND)
