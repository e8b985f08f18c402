"""Tickets, for clients that cannot send their token with a socket or stream. Each ticket opens one socket or
stream within a minute."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ..models import Player, Ticket, Token
from ..refusals import Refusal
from .locks import ENDED, lock_player
from .sessions import hold_sessions
from .tokens import hold_token

GOOD_FOR: Final = timedelta(minutes=1)

BAD_TICKET: Final = _("This ticket is not known, was used, or has expired.")


def issue_ticket(
    *, player: Player, token: Token | None = None, session: str | None = None, now: datetime
) -> tuple[str, datetime]:
    """Return the secret of a new ticket, and the time when the ticket expires.

    The ticket belongs to `token`, or to the session with the key `session`, and ends with that token or
    session. The ticket has the scopes of the current request. Raises `unauthenticated` if the token or
    session has ended.
    """
    secret = secrets.token_urlsafe(32)
    expires_at = now + GOOD_FOR
    with transaction.atomic():
        lock_player(player)
        if not _hold(token, session):
            raise Refusal("unauthenticated", ENDED)
        Ticket.objects.filter(player=player, expires_at__lte=now).delete()
        Ticket.objects.create(
            player=player,
            token=token,
            session_id=session,
            digest=digest_of_ticket(secret),
            scopes=list(player.scopes),
            expires_at=expires_at,
        )
    return secret, expires_at


def _hold(token: Token | None, session: str | None) -> bool:
    """Lock the token or session that asks for a ticket. Return False if that token or session has ended."""
    if token is not None:
        return hold_token(token)
    return session is None or bool(hold_sessions((session,)))


def redeem_ticket(*, secret: str, now: datetime) -> Ticket | None:
    """Use up the ticket with this secret, and return it. Return None if the ticket is unknown, used or
    expired, or if the token or session that asked for it has ended."""
    # A new ticket expires `GOOD_FOR` from now, or somewhat later if the clock of the issuing process is
    # ahead. A ticket that expires more than twice `GOOD_FOR` from now was issued before the clock was set
    # back, and is not valid.
    good = Ticket.objects.filter(expires_at__gt=now, expires_at__lte=now + 2 * GOOD_FOR)
    good = good.filter(Q(token=None) | Q(token__revoked_at=None))
    good = good.filter(Q(session=None) | Q(session__expire_date__gt=now))
    found = good.filter(digest=digest_of_ticket(secret)).select_related("player").first()
    if found is None or not Ticket.objects.filter(pk=found.pk).delete()[0]:
        return None
    return found


def digest_of_ticket(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
