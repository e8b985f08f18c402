"""The caller's tokens: list, make and revoke them. Also tickets, each of which opens one socket or stream."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from ...people.tickets import issue_ticket
from ...people.tokens import live_tokens, make_token, revoke_token
from ..authentication import ANY, caller_of, token_in
from ..describe import described
from ..forms.players import TokenForm
from ..forms.queries import PageQuery
from ..paging import TOKENS
from ..read_request import read, read_query
from ..resources.players import NewTicket, TicketResource
from ..resources.resource import page_of
from ..resources.tokens import ListedToken, NewToken, NewTokenResource, TokenResource
from .view import ApiView


class TicketsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": ANY}
    throttle_scope = "tickets"

    @described(
        "create_ticket",
        "Make a ticket, which opens one socket or stream within a minute. With tickets, tokens stay "
        "out of addresses.",
        gives={201: TicketResource},
    )
    def post(self, request: Request) -> Response:
        session = None if request.auth else request.session.session_key
        secret, expires_at = issue_ticket(
            player=caller_of(request), token=token_in(request), session=session, now=timezone.now()
        )
        return Response(TicketResource.of(NewTicket(secret, expires_at)), status=201)


class TokensView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read", "POST": ANY}
    throttle_scope = "tokens"

    @described(
        "list_tokens",
        "The caller's tokens without their secrets, the newest first.",
        asks=PageQuery,
        gives=page_of(TokenResource),
    )
    def get(self, request: Request) -> Response:
        page = TOKENS.page(live_tokens(caller_of(request)), request, read_query(PageQuery, request))
        mine = (ListedToken(token, token == request.auth) for token in page.rows)
        return Response(page.json(TokenResource.each(mine)))

    @described(
        "create_token",
        "Make a token with no more scopes than the token of the request. Only this answer shows the "
        "new token's secret.",
        takes=TokenForm,
        gives={201: NewTokenResource},
        problems=("full",),
    )
    def post(self, request: Request) -> Response:
        """An account needs a token to make a token here. A session is not enough, since the new token would
        outlive it. The account's page makes tokens after asking for the password or passkey."""
        caller = caller_of(request)
        if caller.account and token_in(request) is None:
            raise PermissionDenied(
                _("Send a token, or make one on the page /me, which asks whether it is you.")
            )
        form = read(TokenForm, request)
        made = make_token(player=caller, asking=token_in(request), now=timezone.now(), **form)
        return Response(NewTokenResource.of(NewToken(*made)), status=201)


class TokenView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"DELETE": ANY}
    throttle_scope = "tokens"

    @described(
        "revoke_token",
        "Revoke the token of the request, or another token of the caller with no more scopes than "
        "that token.",
        gives={204: ()},
    )
    def delete(self, request: Request, token_id: str) -> Response:
        if not revoke_token(player=caller_of(request), token_id=token_id, now=timezone.now()):
            raise NotFound
        return Response(status=204)
