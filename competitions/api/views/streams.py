"""The live feed of a competition as server-sent events. This view finds out who the client is, and which
version of the standings the client knows. `realtime.streams` then sends the events."""

from typing import ClassVar

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from ...models import Competition, Player, Ticket, Token
from ...people.sessions import SignedIn
from ...people.tickets import BAD_TICKET, redeem_ticket
from ...realtime.admission import Caller, as_version
from ...realtime.streams import retry_line, stream_of
from ...web.problems import RETRY_CROWDED_S
from ..authentication import BearerAuthentication, PageSession, viewer_of
from ..describe import described
from ..forms.queries import StreamQuery
from ..read_request import read_query
from .lookups import viewpoint_on_standings
from .view import ApiView


class TicketOrBearer(BearerAuthentication):
    """Reads a ticket in `?ticket=`, or else a bearer token. A browser needs a ticket, because it cannot send
    a token when it opens a stream.

    Each ticket works once. A browser that reconnects by itself sends its used ticket again, is refused, and
    stops.
    """

    def authenticate(self, request: Request) -> tuple[Player, Token | Ticket] | None:
        tickets = request.query_params.getlist("ticket")
        if not tickets:
            return super().authenticate(request)
        ticket = redeem_ticket(secret=tickets[0], now=timezone.now()) if len(tickets) == 1 else None
        if ticket is None:
            raise AuthenticationFailed(BAD_TICKET)
        return ticket.player.allowed(ticket.scopes), ticket


class StreamView(ApiView):
    authentication_classes = (TicketOrBearer, PageSession)
    resumed: ClassVar[bool] = True

    @described(
        "stream_competition",
        "Follow a competition by server-sent events: its state, its standings, and how many are watching.",
        asks=StreamQuery,
        gives=("text/event-stream",),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponse:
        stream = stream_of(request)
        if stream is not None and not stream.seated:
            raise Throttled(RETRY_CROWDED_S)
        since = read_query(StreamQuery, request)["since"]
        competition = viewpoint_on_standings(request, competition_id).competition
        if stream is not None:
            right = _caller(request).may_watch(competition.pk)
            stream.follow(competition.pk, _position(request, since, competition), right)
        return HttpResponse(
            retry_line(),
            content_type="text/event-stream; charset=utf-8",
            headers={"X-Accel-Buffering": "no"},  # else nginx would buffer the events
        )


def _caller(request: Request) -> Caller:
    """The caller, with the token, ticket or session of the request."""
    match request.auth:
        case Ticket():
            return Caller.with_ticket(request.auth)
        case Token():
            return Caller(viewer_of(request), token_id=request.auth.pk)
    viewer = viewer_of(request)
    key = request.session.session_key
    session = None if viewer is None or key is None else SignedIn.of(key, viewer)
    return Caller(viewer, session=session)


def _position(request: Request, since: int, competition: Competition) -> int:
    """The version of the standings that the client knows, from `Last-Event-ID`. Without this header, the
    version from `?since=`.

    The header is ignored if it is no version, or a version that this service cannot have sent yet. A refusal
    would not help, because a browser repeats the header whenever it reconnects.
    """
    last = as_version(request.headers.get("Last-Event-ID", ""))
    if last is None or last > competition.version_at(timezone.now()):
        return since
    return last
