"""Tickets: the right to open one socket within a minute, for clients that have a token and no cookie."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from ..models import Player, Ticket

GOOD_FOR: Final = timedelta(minutes=1)


def issue_ticket(*, player: Player, scopes: Sequence[str], now: datetime) -> tuple[str, datetime]:
    """A new ticket's secret and when it expires; it allows no more than the token that asked for it."""
    secret = secrets.token_urlsafe(32)
    Ticket.objects.filter(player=player, expires_at__lte=now).delete()
    expires_at = now + GOOD_FOR
    Ticket.objects.create(player=player, digest=_digest(secret), scopes=list(scopes), expires_at=expires_at)
    return secret, expires_at


def redeem_ticket(*, secret: str, now: datetime) -> Ticket | None:
    """The ticket, now used up; None if it is unknown, used or expired."""
    # Nor one that expires much later than any ticket should: the clock was set back since it was issued.
    good = Ticket.objects.filter(expires_at__gt=now, expires_at__lte=now + 2 * GOOD_FOR)
    found = good.filter(digest=_digest(secret)).select_related("player").first()
    if found is None or not Ticket.objects.filter(pk=found.pk).delete()[0]:
        return None
    return found


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
