"""Players who may do nothing that others see, because the staff suspended or banned them."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from ..models import Player
from ..models.stretches import stretches
from ..refusals import Refusal
from ..times import moment


def barring(player: Player, now: datetime) -> Refusal | None:
    """Why the player may do nothing now, as they are told it: `banned`, or `suspended` with `until`. None for
    who may."""
    if player.banned_at is not None:
        return Refusal("banned", f"You are banned from this site: {player.barred_for}")
    if player.suspended_until is not None and player.suspended_until > now:
        until = moment(player.suspended_until)
        return Refusal("suspended", f"You are suspended until {until}: {player.barred_for}", until=until)
    return None


def require_not_barred(player: Player, now: datetime) -> None:
    """Raises `banned` and `suspended`."""
    if refusal := barring(player, now):
        raise refusal


def barred_among(player_ids: Collection[str], now: datetime) -> set[str]:
    """Those of the players who may do nothing now."""
    barred = Player.objects.filter(Q(banned_at__isnull=False) | Q(suspended_until__gt=now))
    return {
        pk for some in stretches(player_ids) for pk in barred.filter(pk__in=some).values_list("pk", flat=True)
    }
