"""Admission to sockets: who opens a socket, whether they may watch, and which version of the standings they
already have."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, Self, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from ..embargo.visibility import ENTRANTS_ALONE
from ..embargo.watchers import NOT_FOUND as UNKNOWN
from ..embargo.watchers import Viewing, refused_viewings
from ..models import Player, Ticket, Token
from ..people.last_uses import note_token
from ..people.sessions import SignedIn
from ..people.tickets import BAD_TICKET, redeem_ticket
from ..people.tokens import BAD_HEADER, BAD_TOKEN, bearer_in
from ..translatable import Translatable, with_facts
from ..web.asgi_types import ASGIMessage, Receive, Send
from ..web.languages import of_socket
from ..web.networks import network_of_scope
from ..web.problems import unavailable
from ..web.turns import TURNS, Busy

T = TypeVar("T")

MOST_DIGITS: Final = 18
BAD_VERSION: Final = ngettext_lazy(
    "since must be one version, of at most %(most)d digit.",
    "since must be one version, of at most %(most)d digits.",
    "most",
)

LONGEST_REASON: Final = 123
"""How many bytes the reason may have with which a socket is closed (RFC 6455, 5.5)."""

# Codes with which sockets are closed: 4000 plus the HTTP status that a refused request would get.
BAD_REQUEST: Final = 4400
UNAUTHENTICATED: Final = 4401
FORBIDDEN: Final = 4403
NOT_FOUND: Final = 4404
TOO_LARGE: Final = 4413
UNSUPPORTED: Final = 4415
TOO_MANY: Final = 4429
UNAVAILABLE: Final = 4503

CLOSED: Final[Mapping[int, str]] = {
    1012: "The service starts again: reconnect after a random wait.",
    BAD_REQUEST: "The query of the address cannot be read.",
    UNAUTHENTICATED: "The ticket or token is missing, not valid, or no longer valid.",
    FORBIDDEN: "The caller may not use this socket. Invite-only contests are for entrants and organisers.",
    NOT_FOUND: "There is no such contest or attempt, or the caller may not know about it.",
    TOO_LARGE: "A message was too long.",
    UNSUPPORTED: "A message was binary.",
    TOO_MANY: "There were too many messages or sockets.",
    UNAVAILABLE: "The service cannot answer just now: reconnect after a random wait.",
}
"""The meaning of each code with which a socket is closed. The API's description shows these texts."""


class CloseSocket(Exception):
    """Raised to close the socket at once. `code` is the close code, and `reason` tells the client why."""

    def __init__(self, code: int, reason: Translatable) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def message(self, language: str) -> ASGIMessage:
        """The message that closes a socket, with the reason in this language."""
        with override(language):
            return {"type": "websocket.close", "code": self.code, "reason": as_reason(self.reason)}


def as_reason(text: Translatable) -> str:
    """The words of a reason, cut if they are longer than `LONGEST_REASON` bytes.

    >>> as_reason("no"), as_reason("nö" * 99)[-3:], len(as_reason("nö" * 99).encode())
    ('no', 'nö…', 123)
    """
    words = str(text)
    whole = words.encode()
    if len(whole) <= LONGEST_REASON:
        return words
    room = LONGEST_REASON - len("…".encode())
    return whole[:room].decode(errors="ignore").rstrip() + "…"


async def close_socket(
    scope: ASGIMessage, receive: Receive, send: Send, code: int, reason: Translatable
) -> None:
    """Close a new socket that nobody serves, but only after the handshake: browsers do not tell scripts why a
    handshake failed."""
    await receive()
    await send({"type": "websocket.accept"})
    await send(CloseSocket(code, reason).message(of_socket(scope)))


class Right(NamedTuple):
    """What entitles a socket or stream to stay open. As soon as any part of the right is lost, `connections`
    closes the socket or stream."""

    token_id: str | None
    """The id of the token that opened the socket, or that requested its ticket; None without a token."""
    session: SignedIn | None
    """The session that opened the socket, or that requested its ticket; None without a session."""
    viewing: Viewing | None
    """The watched competition and its viewer; None for a socket about the player's own games or notices."""
    player_id: str | None = None
    """The id of the player who plays; None for sockets and streams that only listen."""


class Caller(NamedTuple):
    """Who opens a socket or stream: a player with their token or session, or a stranger, who has neither."""

    player: Player | None = None
    token_id: str | None = None
    session: SignedIn | None = None

    @classmethod
    def with_ticket(cls, ticket: Ticket) -> Self:
        """Return the caller who sends a ticket, with the token or session that requested the ticket."""
        asked = None if ticket.session_id is None else SignedIn.of(ticket.session_id, ticket.player)
        return cls(ticket.player.allowed(ticket.scopes), ticket.token_id, asked)

    def may_play(self) -> Right:
        return Right(self.token_id, self.session, None, None if self.player is None else self.player.pk)

    def may_read_notices(self) -> Right:
        """Return the right to read notices. A suspension ends only rights with a `player_id`. This right has
        none, so a suspended player can still read notices."""
        return Right(self.token_id, self.session, None)

    def may_watch(self, competition_id: str) -> Right:
        return Right(self.token_id, self.session, Viewing.of(competition_id, self.player))


async def in_turn_of_caller(scope: Mapping[str, Any], admit: Callable[[], T]) -> T:
    """Call `admit` in a thread, and return its result. Callers wait for a free thread of `TURNS`, and their
    IP networks take turns.

    Raises CloseSocket (4503) if too many requests wait.
    """
    try:
        return await TURNS.run(network_of_scope(scope), admit)
    except Busy:
        raise CloseSocket(UNAVAILABLE, unavailable().detail) from None


def since(query: bytes) -> int:
    """Return the version of the standings that the client has, from `?since=`; -1 if the query has none.

    Raises CloseSocket (4400) for anything but one whole number of at most 18 digits.
    """
    try:
        given = parse_qs(query.decode("latin-1"), keep_blank_values=True, max_num_fields=20).get("since", [])
    except ValueError:
        raise CloseSocket(BAD_REQUEST, _("The query cannot be read.")) from None
    match [as_version(text) for text in given]:
        case []:
            return -1
        case [int(version)]:
            return version
    raise CloseSocket(BAD_REQUEST, with_facts(BAD_VERSION, most=MOST_DIGITS))


def as_version(text: str) -> int | None:
    """Return the number in a text of at most `MOST_DIGITS` digits; None for any other text."""
    good = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if good else None


def require_watchable(competition_id: str, viewer: Player | None) -> None:
    """Raises CloseSocket if the competition is hidden from this viewer (4404), or if the viewer may not see
    its standings (4403)."""
    for code in refused_viewings([Viewing.of(competition_id, viewer)]).values():
        raise refusal_of_viewing(code)


def refusal_of_viewing(code: str) -> CloseSocket:
    """Return the refusal for a viewer who may not watch. `code` is a reason that `refused_viewings`
    returned."""
    if code == UNKNOWN:
        return CloseSocket(NOT_FOUND, _("There is no such contest."))
    return CloseSocket(FORBIDDEN, ENTRANTS_ALONE)


def caller(scope: Mapping[str, Any]) -> Caller:
    """Return the caller who opens a socket.

    A ticket in `?ticket=` counts first, and is used up here. Without a ticket, the token in `Authorization`
    counts. Without a token, our session cookie counts, if a page of this site sends it and its player is not
    banned. If none of these counts, the caller is a stranger. Raises CloseSocket (4401) for a ticket or token
    that is not valid. This function queries the database, so it must not run in the event loop.
    """
    tickets = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True).get("ticket", [])
    if tickets:
        ticket = redeem_ticket(secret=tickets[0], now=timezone.now()) if len(tickets) == 1 else None
        if ticket is None:
            raise CloseSocket(UNAUTHENTICATED, BAD_TICKET)
        return Caller.with_ticket(ticket)
    for name, header in scope["headers"]:
        if name.lower() == b"authorization":
            secret = bearer_in(header)
            if secret is None:
                raise CloseSocket(UNAUTHENTICATED, BAD_HEADER)
            token = Token.live(secret)
            if token is None:
                raise CloseSocket(UNAUTHENTICATED, BAD_TOKEN)
            note_token(token_id=token.pk, now=timezone.now())
            return Caller(token.player.allowed(token.scopes), token_id=token.pk)
    user = scope["user"]
    if user.is_authenticated and user.banned_at is None and from_our_pages(scope):
        return Caller(user, session=SignedIn.of(scope["session"].session_key, user))
    return Caller()


def from_our_pages(scope: Mapping[str, Any]) -> bool:
    """Whether a page of this site opened the socket. Only then does the session cookie count.

    A browser sends our cookies even with a socket that another site's page opened. Only the Origin header
    names that site. The rule is Django's rule for forms: the origin must be this host with this scheme, or
    one of `CSRF_TRUSTED_ORIGINS`.
    """
    page = HttpRequest()
    page.META = {"SERVER_NAME": "", "SERVER_PORT": "", **_meta(scope["headers"])}
    origin = page.headers.get("Origin")
    scheme = "https" if scope.get("scheme") == "wss" or page.is_secure() else "http"
    trusted = list(settings.CSRF_TRUSTED_ORIGINS)
    with suppress(DisallowedHost):
        trusted.append(f"{scheme}://{page.get_host()}")
    return origin is not None and any(_is_of(origin, each) for each in trusted)


def _meta(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers under the names of `HttpRequest.META`. Repeated values are joined by a comma."""
    meta: dict[str, list[str]] = {}
    for name, value in headers:
        if b"_" not in name:  # a name with `_` is left out, because it would look the same as one with `-`
            written = name.decode("latin-1").upper().replace("-", "_")
            meta.setdefault(f"HTTP_{written}", []).append(value.decode("latin-1"))
    return {name: ",".join(values) for name, values in meta.items()}


def _is_of(origin: str, trusted: str) -> bool:
    """Whether an origin equals a trusted one, or matches a trusted domain like
    `https://*.patience.example`."""
    scheme, every, domain = trusted.partition("://*.")
    if not every:
        return origin == trusted
    start, _, host = origin.partition("://")
    return start == scheme and f".{host}".endswith(f".{domain}")
