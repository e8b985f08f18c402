"""A player's own calendar, and the secret in its address."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from ...models import CalendarKey, Competition, Kind, Player, Token
from ...people.locks import lock_player

KEPT_FOR: Final = timedelta(days=60)
"""How long a closed contest stays in the calendar."""

MOST_EVENTS: Final = 200


def make_calendar_key(*, player: Player, now: datetime) -> str:
    """Return a new secret for the player's calendar. The old secret opens nothing any more."""
    secret = secrets.token_urlsafe(24)
    with transaction.atomic():
        lock_player(player)
        CalendarKey.objects.update_or_create(
            player=player, defaults={"digest": Token.digest_of(secret), "made_at": now}
        )
    return secret


def has_calendar_key(player: Player) -> bool:
    """Whether some secret opens the player's calendar."""
    return CalendarKey.objects.filter(player=player).exists()


def remove_calendar_key(*, player: Player) -> None:
    """Delete the secret of the player's calendar, so that its address stops working."""
    CalendarKey.objects.filter(player=player).delete()


def calendar_owner(secret: str) -> Player | None:
    """The player whose calendar this secret opens; None for a wrong secret or a banned player."""
    keys = CalendarKey.objects.filter(digest=Token.digest_of(secret)).select_related("player")
    key = keys.filter(player__banned_at=None).first()
    return None if key is None else key.player


def contests_in_calendar(player: Player, now: datetime) -> Sequence[Competition]:
    """The published competitions that the player organises or has joined, and the duels made for the player,
    the newest first, at most `MOST_EVENTS`. Dailies, and competitions that closed more than `KEPT_FOR` ago,
    are left out."""
    theirs = Competition.objects.of(player).filter(published_at__isnull=False).exclude(kind=Kind.DAILY)
    recent = theirs.filter(Q(closes_at=None) | Q(closes_at__gte=now - KEPT_FOR))
    return list(recent.with_rounds().order_by("-created_at", "-pk")[:MOST_EVENTS])
