"""The offer of an account to a guest who has played on at least three days in a row. The offer is shown
after a game, on one day only: it ends with that day, or when the guest dismisses it, and never returns."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from ..contests.dailies.calendar import DAY, start_of, today
from ..contests.dailies.streaks import days_in_a_row
from ..models import Player
from ..people.handles import has_free_name

LEAST_DAYS: Final = 3


@dataclass(frozen=True)
class AccountOffer:
    days: int
    """On how many days in a row the guest has played."""
    has_free_name: bool
    """Whether no account has the guest's name yet."""


def account_offer(*, player: Player, now: datetime) -> AccountOffer | None:
    """The offer to this player; None if there is none. The first call with an offer stores when it ends, so
    that no offer follows on a later day. Takes one query as long as there is no offer; that first call takes
    three more."""
    until = player.account_offered_until
    if player.account or (until is not None and until <= now):
        return None
    days = days_in_a_row(player, now)
    if days < LEAST_DAYS:
        return None
    if until is None:
        until = start_of(today(now) + DAY)
        Player.objects.filter(pk=player.pk, account_offered_until=None).update(account_offered_until=until)
    return AccountOffer(days, has_free_name(player))


def dismiss_account_offer(*, player: Player, now: datetime) -> None:
    """Never offer an account to this player again."""
    Player.objects.filter(pk=player.pk).update(account_offered_until=now)
