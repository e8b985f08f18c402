"""Who opens a socket, whether they may watch, and from which version on."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final
from urllib.parse import parse_qs

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone

from ..embargo.visibility import viewpoint
from ..models import Competition, Player, Token
from ..players.tickets import BAD_TICKET, redeem_ticket
from ..players.tokens import BAD_TOKEN, bearer_in

MOST_DIGITS: Final = 18

# Why a socket is closed: 4000 and the HTTP status that a request would get.
BAD_REQUEST: Final = 4400
UNAUTHENTICATED: Final = 4401
FORBIDDEN: Final = 4403
NOT_FOUND: Final = 4404
TOO_LARGE: Final = 4413
UNSUPPORTED: Final = 4415
TOO_MANY: Final = 4429
UNAVAILABLE: Final = 4503


class CloseSocket(Exception):
    """Says that the socket is closed at once, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


def since(query: bytes) -> int:
    """The version in `?since=`, -1 without one.

    Raises CloseSocket (4400) for anything but one whole number of at most 18 digits:
    a client with a wrong value should be told, and not wait for ever.
    """
    try:
        given = parse_qs(query.decode("latin-1"), keep_blank_values=True, max_num_fields=20).get("since", [])
    except ValueError:
        raise CloseSocket(BAD_REQUEST, "The query cannot be read.") from None
    match [as_version(text) for text in given]:
        case []:
            return -1
        case [int(version)]:
            return version
    raise CloseSocket(BAD_REQUEST, "since must be one version: digits only.")


def as_version(text: str) -> int | None:
    """The version that a text names; None if it names none."""
    good = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if good else None


def require_watchable(competition_id: str, viewer: Player | None) -> None:
    """Raises CloseSocket if this viewer may know of no such competition (4404), or not see it (4403)."""
    unknown = CloseSocket(NOT_FOUND, "There is no such competition.")
    try:
        competition = Competition.read(competition_id)
    except Competition.DoesNotExist:
        raise unknown from None
    seen = viewpoint(competition, viewer, timezone.now())
    if not seen.knows_of_it:
        raise unknown
    if not seen.sees_standings:
        raise CloseSocket(FORBIDDEN, "Only entrants see the standings of an invite-only event.")


def caller(scope: Mapping[str, Any]) -> tuple[Player | None, str | None]:
    """The player who opens a socket, and the id of the token that speaks for them, if one does.

    The player is that of `?ticket=`, which is used up here, else of the token in `Authorization`, else of our
    pages' cookie. Raises CloseSocket (4401) for a ticket or token that is not valid: its bearer is never
    taken for a stranger. This asks the database, so it must not run in the event loop.
    """
    tickets = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True).get("ticket", [])
    if tickets:
        ticket = redeem_ticket(secret=tickets[0], now=timezone.now()) if len(tickets) == 1 else None
        if ticket is None:
            raise CloseSocket(UNAUTHENTICATED, BAD_TICKET)
        return ticket.player.allowed(ticket.scopes), ticket.token_id
    for name, header in scope["headers"]:
        if name.lower() == b"authorization":
            secret = bearer_in(header)
            token = None if secret is None else Token.live(secret)
            if token is None:
                raise CloseSocket(UNAUTHENTICATED, BAD_TOKEN)
            return token.player.allowed(token.scopes), token.pk
    if scope["user"].is_authenticated and from_our_pages(scope):
        return scope["user"], None
    return None, None


def from_our_pages(scope: Mapping[str, Any]) -> bool:
    """Whether the socket was opened by a page of this site, so that its cookie counts.

    Browsers send our cookies with sockets that any site opens; only the Origin
    header tells which site it was. Django's own rule for forms decides: the origin
    is this host with this scheme, or one of `CSRF_TRUSTED_ORIGINS`.
    """
    scheme = {"wss": "https"}.get(scope.get("scheme", "ws"), "http")
    page = {"method": "GET", "path": "/", "scheme": scheme, "headers": scope["headers"]}
    request = ASGIRequest(page, BytesIO())
    # Made anew each time, because it caches the settings.
    rule = CsrfViewMiddleware(lambda _: HttpResponse())
    return "HTTP_ORIGIN" in request.META and rule._origin_verified(request)
