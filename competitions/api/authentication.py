"""Find out who sent a request, from a bearer token or the session of the pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from ..models import SCOPES, Player, Ticket, Token
from ..people.bans import barring, require_not_barred
from ..people.last_uses import note_token
from ..people.tokens import BAD_HEADER, BAD_TOKEN, bearer_in
from ..refusals import Refusal
from ..translatable import with_facts
from ..web.limits import is_for_the_barred

ANY: Final = "any"
"""In a view's `scopes`, this value lets a method accept every token, whatever its scopes."""

ALL: Final = "all"
"""In a view's `scopes`, this value lets a method accept only a token that has every scope."""


def viewer_of(request: Request) -> Player | None:
    """The player who sent the request; None for a stranger."""
    return request.user if isinstance(request.user, Player) else None


def caller_of(request: Request) -> Player:
    """The player who sent the request. Only for views whose `scopes` refuse strangers."""
    assert isinstance(request.user, Player)
    return request.user


def token_in(request: Request) -> Token | None:
    """The token of the request; None for a session, a ticket or a stranger."""
    return request.auth if isinstance(request.auth, Token) else None


class BearerAuthentication(BaseAuthentication):
    """Reads `Authorization: Bearer …`, and refuses any other scheme."""

    def authenticate(self, request: Request) -> tuple[Player, Token | Ticket] | None:
        header = request.headers.get("Authorization", "").encode("latin-1")
        if not header:
            return None
        secret = bearer_in(header)
        if secret is None:
            raise AuthenticationFailed(BAD_HEADER)
        token = self.token_of(secret)
        if token is None:
            raise _not_valid(Token.digest_of(secret))
        note_token(token_id=token.pk, now=timezone.now())
        return token.player.allowed(token.scopes), token

    def token_of(self, secret: str) -> Token | None:
        return Token.live(secret)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class RememberedBearer(BearerAuthentication):
    """Reads a token from the database once, and then accepts it as long as this process remembers it.

    Use this only for a view that checks the token again when it stores something. The view must also raise
    every refusal within `hidden_from_dead_tokens`.
    """

    def token_of(self, secret: str) -> Token | None:
        token = Token.remembered(secret)
        if token is not None and token.player.suspended_until is not None:
            return Token.live(secret)  # the staff may have ended the suspension in another process
        return token


@contextmanager
def hidden_from_dead_tokens(request: Request) -> Iterator[None]:
    """If the `with` block raises an error and the token is no longer live, raise a refusal of the token
    instead."""
    try:
        yield
    except Exception:
        if (token := token_in(request)) is not None and not token.is_live():
            raise _not_valid(token.digest) from None
        raise


def _not_valid(digest: str) -> AuthenticationFailed | Refusal:
    """The refusal of a token that is not live. For a banned player's token, it has the reason for the ban."""
    token = Token.objects.filter(digest=digest).select_related("player").first()
    refusal = None if token is None else barring(token.player, timezone.now())
    return refusal if refusal and refusal.code == "banned" else AuthenticationFailed(BAD_TOKEN)


class PageSession(SessionAuthentication):
    """Accepts the session of the pages, unless another site made the request.

    Our scripts send the CSRF token in a header. Django would also search the body for this token. But the
    body may be large or broken, and only the view should read it.
    """

    def enforce_csrf(self, request: HttpRequest | Request) -> None:
        head = HttpRequest()
        head.method, head.META, head.COOKIES = request.method, request.META, request.COOKIES
        super().enforce_csrf(head)  # type: ignore[arg-type]  # an HttpRequest is enough


class Scoped(BasePermission):
    """Enforces a view's `scopes`, a mapping from HTTP methods to the scope that a token must have.

    A method that is not in `scopes` is open to everyone. HEAD counts as GET. The session of the pages has all
    scopes. At an open method, the embargo hides more of the answer from a token with fewer scopes. Suspended
    and banned players may do nothing that others would see.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        allowed = self._allows(request, view)
        player = viewer_of(request)
        writes = request.method not in SAFE_METHODS
        if allowed and player is not None and writes and not is_for_the_barred(view, request.method):
            require_not_barred(player, timezone.now())
        return allowed

    def _allows(self, request: Request, view: Any) -> bool:
        needed = view.scopes.get("GET" if request.method == "HEAD" else request.method)
        if needed is None:
            return True
        if viewer_of(request) is None:
            return False
        if needed == ANY:
            return True
        for scope in SCOPES if needed == ALL else (needed,):
            require_scope(request, scope)
        return True


def require_scope(request: Request, scope: str) -> None:
    """Raise NotAuthenticated for a stranger, and `forbidden` for a token without `scope`."""
    player = viewer_of(request)
    if player is None:
        raise NotAuthenticated
    if scope not in player.scopes:
        raise Refusal("forbidden", with_facts(_("This token does not allow: %(scope)s."), scope=scope))
