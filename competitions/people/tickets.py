"""Tickets: the right to open one socket or stream in a minute, for clients with a token and no cookie."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from ..models import Player, Ticket, Token
from ..refusals import Refusal
from .locks import ENDED, lock_player
from .sessions import hold_sessions
from .tokens import hold_token

GOOD_FOR: Final = timedelta(minutes=1)

BAD_TICKET: Final = "This ticket is not known, was used, or has expired."


def issue_ticket(
    *, player: Player, token: Token | None = None, session: str | None = None, now: datetime
) -> tuple[str, datetime]:
    """A new ticket's secret and when it expires.

    It allows no more than the `token` that asked for it, or the page with the `session` of this key, and
    is good only as long as that is. Raises `unauthenticated` if that has ended meanwhile.
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
    """Lock what asks for a ticket; False if it has ended."""
    if token is not None:
        return hold_token(token)
    return session is None or bool(hold_sessions((session,)))


def redeem_ticket(*, secret: str, now: datetime) -> Ticket | None:
    """The ticket, now used up; None if it is unknown, used or expired, or its token or session has ended."""
    # Nor one that expires much later than any ticket should: the clock was set back since it was issued.
    good = Ticket.objects.filter(expires_at__gt=now, expires_at__lte=now + 2 * GOOD_FOR)
    good = good.filter(Q(token=None) | Q(token__revoked_at=None))
    good = good.filter(Q(session=None) | Q(session__expire_date__gt=now))
    found = good.filter(digest=digest_of_ticket(secret)).select_related("player").first()
    if found is None or not Ticket.objects.filter(pk=found.pk).delete()[0]:
        return None
    return found


def digest_of_ticket(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
